import { X } from 'lucide-react';
import { cloneElement, type MouseEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { isSignedOut, describeError } from '../lib/errors.ts';
import { useKeyDown } from '../lib/hooks/useKeyDown.ts';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { createSharedValue } from '../lib/store.ts';
import { uiCopy } from './copy.ts';

/** A button or link, which also closes the message. */
type Action = ReactElement<{ readonly onClick?: (event: MouseEvent<HTMLElement>) => void }>;

interface Message {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly action: Action | null;
  readonly milliseconds: number;
  readonly onClose: () => void;
}

const messages = createSharedValue<readonly Message[]>([]);
let lastId = 0;

const maxMessages = 5;

/** Returns a function that closes the message. */
function add(message: Omit<Message, 'id'>): () => void {
  lastId += 1;
  const id = lastId;
  messages.set([...messages.get(), { ...message, id }]);
  for (const { id: oldId } of messages.get().slice(0, -maxMessages)) close(oldId);
  return () => close(id);
}

function close(id: number): void {
  const message = messages.get().find((one) => one.id === id);
  if (message === undefined) return;
  messages.set(messages.get().filter((one) => one !== message));
  message.onClose();
}

const defaults = { isError: false, action: null, milliseconds: 6000, onClose: () => undefined };

/**
 * Shows a success message: "Saved to Hooks". The action undoes it or links to the result. Returns a function that
 * closes it.
 */
export function toast(
  text: string,
  action: Action | null = null,
  options: Partial<Pick<Message, 'milliseconds' | 'onClose'>> = {},
): () => void {
  return add({ ...defaults, ...options, text, action });
}

/** Shows an error. A 401 is not shown, since the sign-in page explains it. */
export function toastError(error: unknown): void {
  if (!isSignedOut(error)) add({ ...defaults, text: describeError(error), isError: true });
}

export function Toaster() {
  const region = useRef<HTMLElement>(null);
  useKeyDown(({ key }) => {
    if (key === 'F8') region.current?.focus();
  });
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={uiCopy.notifications}
      aria-live="polite"
      className="fixed right-4 bottom-20 z-60 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none sm:bottom-4"
    >
      {messages.use().map((message) => (
        <ToastMessage key={message.id} {...message} />
      ))}
    </section>
  );
}

function ToastMessage({ id, text, isError, action, milliseconds }: Message) {
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => close(id), milliseconds);
    return () => clearTimeout(timer);
  }, [isPaused, id, milliseconds]);
  return (
    <div
      role={isError ? 'alert' : undefined}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      className={classes(
        'appear flex items-center gap-3 rounded-md border bg-card py-2 pr-2 pl-4 shadow-float',
        isError && 'border-bad',
      )}
    >
      <p className="min-w-0 flex-1">{text}</p>
      {action !== null &&
        cloneElement(action, {
          onClick: (event) => {
            action.props.onClick?.(event);
            close(id);
          },
        })}
      <IconButton label={uiCopy.dismiss} onClick={() => close(id)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
