import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import type { ReactNode } from 'react';
import { isSignedOut, describeError } from '../lib/errors.ts';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { createSharedValue } from '../lib/store.ts';
import { uiCopy } from './copy.ts';

interface Message {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly action: ReactNode;
}

const messages = createSharedValue<readonly Message[]>([]);
let lastId = 0;

function add(text: string, isError: boolean, action: ReactNode): void {
  lastId += 1;
  messages.set([...messages.get().slice(-2), { id: lastId, text, isError, action }]);
}

/** Shows a success message: "Saved to Hooks". The action undoes it or links to the result. */
export function toast(text: string, action: ReactNode = null): void {
  add(text, false, action);
}

/** Shows an error. A 401 is not shown, since the sign-in page explains it. */
export function toastError(error: unknown): void {
  if (!isSignedOut(error)) add(describeError(error), true, null);
}

export function Toaster() {
  return (
    <Toast.Provider label={uiCopy.notification} duration={6000}>
      {messages.use().map(({ id, text, isError, action }) => (
        <Toast.Root
          key={id}
          type={isError ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) messages.set(messages.get().filter((one) => one.id !== id));
          }}
          className={classes(
            'appear flex items-center gap-3 rounded-md border bg-card py-2 pr-2 pl-4 shadow-float',
            isError && 'border-bad',
          )}
        >
          <Toast.Description className="min-w-0 flex-1">{text}</Toast.Description>
          {action !== null && <Toast.Close asChild>{action}</Toast.Close>}
          <Toast.Close asChild>
            <IconButton label={uiCopy.dismiss}>
              <X size={16} aria-hidden />
            </IconButton>
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="fixed right-4 bottom-20 z-60 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2 sm:bottom-4" />
    </Toast.Provider>
  );
}
