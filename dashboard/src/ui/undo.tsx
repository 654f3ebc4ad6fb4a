import { type InvalidateQueryFilters, MutationObserver } from '@tanstack/react-query';
import { queryClient } from '../lib/api/client.ts';
import { addPendingChanges, type ResponseChange, setLeavingPage } from '../lib/api/pendingChanges.ts';
import { Button } from './Button.tsx';
import { uiCopy } from './copy.ts';
import { toast, toastError } from './toast.tsx';

const undoMilliseconds = 10_000;

interface UndoOptions {
  /** "Removed 2 ads" */
  readonly text: string;
  readonly undo: () => void;
  /** Called when it can no longer be undone. */
  readonly onExpire?: () => Promise<unknown>;
  readonly key?: string;
}

interface Offer {
  readonly key: string | undefined;
  readonly undo: () => void;
  readonly expire: () => Promise<unknown>;
}

let offers: readonly Offer[] = [];

/** Shows a toast with Undo. Ctrl+Z and Cmd+Z undo the newest one. */
export function offerUndo({ text, undo, onExpire, key }: UndoOptions): void {
  let result: Promise<unknown> | undefined;
  let isUndone = false;
  const offer: Offer = {
    key,
    undo: () => {
      isUndone = true;
      close();
      undo();
    },
    expire: async () => {
      close();
      await result;
    },
  };
  offers = [...offers, offer];
  const close = toast(text, <Button onClick={offer.undo}>{uiCopy.undo}</Button>, {
    milliseconds: undoMilliseconds,
    onClose: () => {
      offers = offers.filter((one) => one !== offer);
      if (!isUndone) result = onExpire?.();
    },
  });
}

interface Deletion extends Pick<UndoOptions, 'text' | 'key'> {
  /** How the dashboard shows it until the server deletes. */
  readonly changes: readonly ResponseChange[];
  readonly send: () => Promise<unknown>;
  readonly invalidates: readonly InvalidateQueryFilters[];
}

/**
 * Hides something at once and deletes it when it can no longer be undone: for data that the server could not restore.
 * Nothing is lost if the browser crashes in between.
 */
export function deleteWithUndo({ changes, send, invalidates, ...rest }: Deletion): void {
  const withdraw = addPendingChanges(queryClient, changes);
  offerUndo({
    ...rest,
    undo: () => {
      withdraw();
      for (const filters of invalidates) void queryClient.invalidateQueries(filters);
    },
    onExpire: () =>
      new MutationObserver(queryClient, { mutationFn: () => send().finally(withdraw), meta: { invalidates } })
        .mutate()
        .catch(toastError),
  });
}

/** Undoes the deletion with this key. Returns whether it was found. */
export function undoByKey(key: string): boolean {
  const offer = offers.findLast((one) => one.key === key);
  offer?.undo();
  return offer !== undefined;
}

/** Sends all deletions without waiting for the toasts: the session or the page ends. */
export async function sendPendingDeletions(): Promise<void> {
  await Promise.all(offers.map((offer) => offer.expire()));
}

const textFields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

export function listenForUndo(): void {
  window.addEventListener('keydown', (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isShortcut || event.key.toLowerCase() !== 'z') return;
    const isTyping = event.target instanceof Element && event.target.closest(textFields) !== null;
    const newest = offers.at(-1);
    if (isTyping || newest === undefined) return;
    event.preventDefault();
    newest.undo();
  });
  window.addEventListener('pagehide', () => {
    setLeavingPage(true);
    void sendPendingDeletions();
  });
  // The page may come back from the browser's cache.
  window.addEventListener('pageshow', () => setLeavingPage(false));
}
