import look from './ui.css?inline';

export interface ShadowUi {
  readonly host: HTMLElement;
  readonly container: HTMLElement;
  /** Closed: isolates content and styles from the page. */
  readonly root: ShadowRoot;
}

/** Events that must not reach the page's listeners: a card may be a link. */
const stoppedEvents = 'click dblclick mousedown mouseup pointerdown pointerup touchstart touchend'.split(' ');

/** @param style position declarations; made important so that the page cannot override them */
export function createShadowUi(style: string): ShadowUi {
  const host = document.createElement('magpie-save');
  host.style.cssText = `all: initial; ${style}`.replaceAll(/;|$/g, ' !important;');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = document.createElement('style');
  sheet.textContent = look;
  const container = document.createElement('div');
  container.className = 'magpie';
  root.append(sheet, container);
  for (const name of stoppedEvents) {
    host.addEventListener(name, (event) => {
      event.stopPropagation();
      // A link around it would be followed.
      if (name === 'click') event.preventDefault();
    });
  }
  return { host, container, root };
}

/** The largest size of a button, error message included. */
const maxWidth = 320;
const maxHeight = 640;

/** Clickjacking check: a page could stretch a transparent button over itself. */
export function isSafeToClick(host: HTMLElement): boolean {
  const { width, height } = host.getBoundingClientRect();
  let opacity = 1;
  for (let around: Element | null = host; around !== null; around = around.parentElement)
    opacity *= Number(getComputedStyle(around).opacity);
  return width <= maxWidth && height <= maxHeight && opacity > 0.5;
}

/** Ignores synthetic events, which a page could dispatch. */
export function trusted(act: () => void): (event: Event) => void {
  return (event) => {
    if (event.isTrusted) act();
  };
}
