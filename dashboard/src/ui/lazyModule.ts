import { useEffect } from 'react';
import { createSharedValue } from '../lib/store.ts';
import { toastError } from './toast.tsx';

const requests: (() => void)[] = [];

/**
 * Code that no first page needs. Unlike with `React.lazy`, code that is loaded already is rendered at once, without a
 * fallback before it.
 */
export function createLazyModule<Module>(load: () => Promise<Module>) {
  const loaded = createSharedValue<Module | null>(null);
  const request = (): void => {
    load().then(loaded.set, toastError);
  };
  requests.push(request);
  return {
    /** Null until it is loaded, which starts when it is needed. */
    use: (isNeeded: boolean): Module | null => {
      const module = loaded.use();
      const isMissing = isNeeded && module === null;
      useEffect(() => {
        if (isMissing) request();
      }, [isMissing]);
      return module;
    },
  };
}

/** Before somebody needs it, and after everything that the first page shows. */
export function preloadLazyModules(): void {
  for (const request of requests) request();
}
