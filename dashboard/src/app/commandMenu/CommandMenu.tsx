import { Search, TextSearch } from 'lucide-react';
import { useState } from 'react';
import { libCopy } from '../../lib/copy.ts';
import { useKeyDown } from '../../lib/hooks/useKeyDown.ts';
import { classes } from '../../ui/classes.ts';
import { createLazyModule } from '../../ui/lazyModule.ts';
import { appCopy } from '../copy.ts';

const copy = appCopy.commandMenu;

const dialog = createLazyModule(() => import('./CommandDialog.tsx'));

/** @param isIcon on pages with their own search field */
export function CommandMenu({ isIcon }: { readonly isIcon: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const loaded = dialog.use(isOpen);
  // Not a second magnifying glass beside the field.
  const Icon = isIcon ? TextSearch : Search;
  useKeyDown((event) => {
    const isShortcut = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
    if (!isShortcut || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    setIsOpen((before) => !before);
  });
  return (
    <>
      <button
        type="button"
        aria-label={copy.open}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
        title={isIcon ? `${copy.open} (${libCopy.searchShortcut})` : undefined}
        className={classes(
          'flex size-9 items-center justify-center gap-2 rounded-md text-quiet hover:bg-sunk hover:text-ink',
          // On a phone the field has the room instead.
          isIcon ? 'max-sm:hidden' : 'sm:w-full sm:max-w-md sm:justify-start sm:border sm:bg-card sm:px-3',
        )}
      >
        <Icon size={isIcon ? 18 : 16} aria-hidden className="shrink-0" />
        {!isIcon && (
          <>
            <span className="hidden truncate sm:inline">{copy.placeholder}</span>
            <kbd className="ml-auto hidden rounded-sm border bg-sunk px-1.5 font-sans text-xs sm:inline">
              {libCopy.searchShortcut}
            </kbd>
          </>
        )}
      </button>
      {isOpen && loaded !== null && <loaded.CommandDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
