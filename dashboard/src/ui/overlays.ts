import { useState } from 'react';
import { createLazyModule } from './lazyModule.ts';

const overlays = createLazyModule(() => import('./radixOverlays.ts'));

/**
 * The components of a dialog, menu or popover; null until it is opened for the first time and their code is loaded. A
 * closed one costs nothing: a list has one for each ad.
 */
export function useOverlays(isOpen: boolean) {
  const [isUsed, setIsUsed] = useState(isOpen);
  if (isOpen && !isUsed) setIsUsed(true);
  const loaded = overlays.use(isUsed);
  return isUsed ? loaded : null;
}
