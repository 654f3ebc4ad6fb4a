import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

/** primary: the main action. plain: other actions. quiet: without a border. bad: destructive actions. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'bad';

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border-line bg-card text-ink hover:bg-sunk',
  quiet: 'border-transparent text-ink hover:bg-sunk',
  bad: 'border-line bg-card text-bad hover:bg-bad-soft',
};

/** For links that look like buttons: `<Link className={buttonClasses('primary')}>`. */
export function buttonClasses(variant: ButtonVariant = 'plain', extra?: string): string {
  return classes(
    'inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-md border px-3 font-semibold whitespace-nowrap',
    'transition-colors select-none disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    extra,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  /** Disables the button while an action is running, and announces it to screen readers. */
  readonly busy?: boolean;
}

/** Keeps the focus while busy, for keyboard users. */
export function Button({ variant = 'plain', busy, className, onClick, ...rest }: ButtonProps) {
  const isRepeated = usePressGuard(busy);
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    // Prevents a second submit.
    if (isRepeated(event)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      aria-busy={busy}
      aria-disabled={busy === true || undefined}
      className={buttonClasses(variant, className)}
      onClick={press}
      {...rest}
    />
  );
}

const doubleClickMilliseconds = 400;

/** Ignores the second click of a double click, which arrives before `busy` is set. */
function usePressGuard(busy: boolean | undefined): (event: MouseEvent) => boolean {
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (busy === true) lastPress.current = Number.NEGATIVE_INFINITY;
  }, [busy]);
  return ({ timeStamp, detail }) => {
    if (busy === undefined) return false;
    // The count of clicks on one place: a press that corrects a rejected form is the first again.
    const isFirst = detail === 1;
    if (busy || (!isFirst && timeStamp - lastPress.current < doubleClickMilliseconds)) return true;
    lastPress.current = timeStamp;
    return false;
  };
}

interface IconButtonProps extends ButtonProps {
  readonly label: string;
}

export function IconButton({ label, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      title={label}
      className={classes('w-9 px-0!', className)}
      {...rest}
    />
  );
}
