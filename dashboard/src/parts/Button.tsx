import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

/** primary: the one thing to do here. plain: anything else. quiet: without a border. bad: what cannot be undone. */
export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'bad';

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border-line bg-card text-ink hover:bg-sunk',
  quiet: 'border-transparent text-ink hover:bg-sunk',
  bad: 'border-line bg-card text-bad hover:bg-bad-soft',
};

/** For links that look like buttons: `<Link className={buttonClasses('primary')}>`. */
export function buttonClasses(look: ButtonLook = 'plain', extra?: string): string {
  return classes(
    'inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-md border px-3 font-semibold whitespace-nowrap',
    'transition-colors select-none disabled:opacity-55 aria-disabled:opacity-55',
    looks[look],
    extra,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook;
  /** While something is under way: it cannot be pressed again, and screen readers are told. */
  readonly busy?: boolean;
}

/** It keeps the focus while it is busy, so that who uses the keyboard stays where they are. */
export function Button({ look = 'plain', busy, className, onClick, ...rest }: ButtonProps) {
  const isTooMuch = usePressGuard(busy);
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    // Of a button that sends a form, this keeps the form.
    if (isTooMuch(event)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      aria-busy={busy}
      aria-disabled={busy === true || undefined}
      className={buttonClasses(look, className)}
      onClick={press}
      {...rest}
    />
  );
}

const doublePress = 400;

/** A double click comes before what it began is known to be under way: only its first half counts. */
function usePressGuard(busy: boolean | undefined): (event: MouseEvent) => boolean {
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (busy === true) lastPress.current = Number.NEGATIVE_INFINITY;
  }, [busy]);
  return ({ timeStamp }) => {
    if (busy === undefined) return false;
    if (busy || timeStamp - lastPress.current < doublePress) return true;
    lastPress.current = timeStamp;
    return false;
  };
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** What it does: read aloud, and shown on hover. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A button of a symbol alone. */
export function IconButton({ label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      look={look}
      aria-label={label}
      title={label}
      className={classes('w-9 px-0!', className)}
      {...rest}
    />
  );
}
