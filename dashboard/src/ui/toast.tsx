import { X } from 'lucide-react';
import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
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
}

const messages = createSharedValue<readonly Message[]>([]);
let lastId = 0;

function add(text: string, isError: boolean, action: Action | null): void {
  lastId += 1;
  messages.set([...messages.get().slice(-2), { id: lastId, text, isError, action }]);
}

/** Shows a success message: "Saved to Hooks". The action undoes it or links to the result. */
export function toast(text: string, action: Action | null = null): void {
  add(text, false, action);
}

/** Shows an error. A 401 is not shown, since the sign-in page explains it. */
export function toastError(error: unknown): void {
  if (!isSignedOut(error)) add(describeError(error), true, null);
}

const shownMilliseconds = 6000;

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

function ToastMessage({ id, text, isError, action }: Message) {
  const [isPaused, setIsPaused] = useState(false);
  const close = (): void => messages.set(messages.get().filter((one) => one.id !== id));
  const expire = useEffectEvent(close);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => expire(), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [isPaused]);
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
            close();
          },
        })}
      <IconButton label={uiCopy.dismiss} onClick={close}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
