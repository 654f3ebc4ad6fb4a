import look from './look.css?inline';

/** A place of ours on somebody else's page. */
export interface Island {
  readonly host: HTMLElement;
  /** Where we draw. */
  readonly ground: HTMLElement;
  /** The page cannot look into it, and neither's styles reach the other. */
  readonly root: ShadowRoot;
}

/** What a page would hear of somebody who uses it, and act upon: a card may be a link. */
const heardByPages = [
  'click',
  'dblclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
];

/** @param style declarations of where it lies, which the page's sheets cannot overrule. */
export function makeIsland(style: string): Island {
  const host = document.createElement('magpie-save');
  host.style.cssText = `all: initial; ${style}`.replaceAll(/;|$/g, ' !important;');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = document.createElement('style');
  sheet.textContent = look;
  const ground = document.createElement('div');
  ground.className = 'magpie';
  root.append(sheet, ground);
  for (const name of heardByPages) {
    host.addEventListener(name, (event) => {
      event.stopPropagation();
      // A link around it would be followed.
      if (name === 'click') event.preventDefault();
    });
  }
  return { host, ground, root };
}

/** No button of ours is larger than this on a page, with all that it may have to tell. */
const widest = 320;
const highest = 640;

/** Whether a person can know what they press: a page could lay a button unseen over all of itself. What is hidden cannot be pressed. */
export function isSeen(host: HTMLElement): boolean {
  const { width, height } = host.getBoundingClientRect();
  let opacity = 1;
  for (let around: Element | null = host; around !== null; around = around.parentElement)
    opacity *= Number(getComputedStyle(around).opacity);
  return width <= widest && height <= highest && opacity > 0.5;
}
