import { Images } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { createLazyModule } from '../../../ui/lazyModule.ts';
import { adsCopy } from '../copy.ts';
import type { SearchProps } from './useDiscover.ts';

const copy = adsCopy.discover;

const dialog = createLazyModule(() => import('./PictureDialog.tsx'));

export function PictureSearch({ change }: Pick<SearchProps, 'change'>) {
  const [isOpen, setIsOpen] = useState(false);
  const loaded = dialog.use(isOpen);
  return (
    <>
      <IconButton label={copy.byPicture} onClick={() => setIsOpen(true)}>
        <Images size={18} aria-hidden />
      </IconButton>
      {loaded !== null && <loaded.PictureDialog open={isOpen} onOpenChange={setIsOpen} change={change} />}
    </>
  );
}
