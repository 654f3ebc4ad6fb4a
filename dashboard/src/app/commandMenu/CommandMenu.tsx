import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { keepFocus } from '../../ui/focus.ts';
import { useKeyDown } from '../../lib/hooks/useKeyDown.ts';
import { Commands } from './Commands.tsx';
import { appCopy } from '../copy.ts';

const copy = appCopy.commandMenu;

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** ⌘K or Ctrl+K: search over ads, brands, boards and pages. */
export function CommandMenu() {
  const [open, setOpen] = useState(false);
  useKeyDown((event) => {
    const isShortcut = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
    if (!isShortcut || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    setOpen((before) => !before);
  });
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <button
          type="button"
          aria-label={copy.open}
          aria-keyshortcuts="Control+K Meta+K"
          className="flex size-9 items-center justify-center gap-2 rounded-md text-quiet hover:bg-sunk hover:text-ink sm:w-full sm:max-w-md sm:justify-start sm:border sm:bg-card sm:px-3"
        >
          <Search size={16} aria-hidden className="shrink-0" />
          <span className="hidden truncate sm:inline">{copy.placeholder}</span>
          <kbd className="ml-auto hidden rounded-sm border bg-sunk px-1.5 font-sans text-xs sm:inline">
            {isApple ? '⌘K' : copy.ctrlK}
          </kbd>
        </button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={keepFocus}
          className="appear fixed top-4 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col rounded-lg border bg-card p-3 shadow-float sm:top-[12vh]"
        >
          <Dialog.Title className="sr-only">{copy.title}</Dialog.Title>
          <Commands onDone={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
