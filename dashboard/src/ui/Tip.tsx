import { type MouseEvent, type PointerEvent, type FocusEvent, type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { createSharedValue } from '../lib/store.ts';
import { classes } from './classes.ts';

interface ShownTip {
  readonly anchor: HTMLElement;
  readonly tip: ReactNode;
}

/** One tooltip at a time, outside of the elements that have one: a list has several for each ad. */
const shown = createSharedValue<ShownTip | null>(null);
const openMilliseconds = 250;
/** Time to move the pointer onto the tooltip. */
const closeMilliseconds = 150;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(next: ShownTip | null, delay = 0): void {
  clearTimeout(timer);
  if (delay > 0) timer = setTimeout(() => show(next), delay);
  else if (next !== shown.get()) shown.set(next);
}

function hideOnUnmount(anchor: HTMLElement | null): () => void {
  return () => {
    if (anchor !== null && shown.get()?.anchor === anchor) show(null);
  };
}

let isPressed = false;

/** A press moves the focus, too, which opens no tooltip. */
function holdPress(): void {
  isPressed = true;
  const release = (): void => {
    isPressed = false;
  };
  for (const event of ['pointerup', 'pointercancel'])
    window.addEventListener(event, release, { once: true, capture: true });
}

/** Props of an element with a tooltip. */
export function tipOn(tip: ReactNode) {
  return {
    ref: hideOnUnmount,
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>): void => {
      if (pointerType === 'touch') return;
      show({ anchor: currentTarget, tip }, shown.get() === null ? openMilliseconds : 0);
    },
    onPointerLeave: (): void => show(null, closeMilliseconds),
    onPointerDown: holdPress,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>): void => {
      if (!isPressed) show({ anchor: currentTarget, tip });
    },
    onBlur: (): void => show(null),
  };
}

interface TipProps {
  readonly tip: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A text with a tooltip. Touch screens have no hover: a tap opens it. */
export function Tip({ tip, children, className }: TipProps) {
  return (
    <button
      type="button"
      {...tipOn(tip)}
      onClick={(event: MouseEvent<HTMLElement>) => {
        event.preventDefault();
        show({ anchor: event.currentTarget, tip });
      }}
      className={classes(
        'cursor-help rounded-sm text-left tabular-nums max-sm:min-h-6 pointer-coarse:min-h-6 underline-offset-4 hover:underline hover:decoration-dotted',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** Renders the tooltip; once in the app. */
export function TipLayer() {
  const tip = shown.use();
  return tip !== null && createPortal(<OpenTip {...tip} />, document.body);
}

const tipId = 'tip';

function OpenTip({ anchor, tip }: ShownTip) {
  useEffect(() => closeFrom(anchor), [anchor]);
  return (
    <div
      key={anchor.textContent}
      id={tipId}
      role="tooltip"
      ref={(element) => placeBeside(anchor, element)}
      onPointerEnter={() => show({ anchor, tip })}
      onPointerLeave={() => show(null, closeMilliseconds)}
      className="appear fixed z-60 w-max max-w-72 rounded-md border bg-card px-3 py-2 text-xs whitespace-pre-line text-ink shadow-float"
    >
      {tip}
    </div>
  );
}

function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  // Does not close the dialog that the anchor is in.
  event.stopPropagation();
  show(null);
}

/** Closes the tooltip on Escape, a press elsewhere, or when the page scrolls; describes the anchor until then. */
function closeFrom(anchor: HTMLElement): () => void {
  const listeners = new AbortController();
  const options = { signal: listeners.signal, capture: true };
  const onPress = ({ target }: Event): void => {
    if (!(target instanceof Element && (anchor.contains(target) || target.closest(`#${tipId}`) !== null)))
      show(null);
  };
  const onScroll = ({ target }: Event): void => {
    if (target instanceof Node && target.contains(anchor)) show(null);
  };
  window.addEventListener('keydown', closeOnEscape, options);
  window.addEventListener('pointerdown', onPress, options);
  window.addEventListener('scroll', onScroll, options);
  anchor.setAttribute('aria-describedby', tipId);
  return () => {
    listeners.abort();
    anchor.removeAttribute('aria-describedby');
  };
}

const gap = 4;
const margin = 8;

/** Above the anchor and centred, or below it where there is no room; within the window. */
function placeBeside(anchor: HTMLElement, element: HTMLElement | null): void {
  if (element === null) return;
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const above = at.top - height - gap;
  const left = Math.min(
    at.left + (at.width - width) / 2,
    document.documentElement.clientWidth - width - margin,
  );
  element.style.top = `${above < margin ? at.bottom + gap : above}px`;
  element.style.left = `${Math.max(left, margin)}px`;
}
