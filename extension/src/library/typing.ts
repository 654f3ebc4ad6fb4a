import type { Island } from '../picker/island.ts';

const kept = [
  'keypress',
  'beforeinput',
  'textInput',
  'copy',
  'cut',
  'paste',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'dragstart',
  'drag',
  'dragenter',
  'dragover',
  'dragleave',
  'drop',
  'dragend',
];

let guarded: Island | undefined;
/** Keys that were pressed in our island and not let go yet; by then it may be closed. */
const held = new Set<string>();

/**
 * Notes and names of boards are nothing to the page, which would hear every key on its way down to us. To be called before
 * the page has scripts: whoever listens first decides what others hear. What is selected in a field of ours is beyond it:
 * Chromium tells that to every script that asks for the selection.
 */
export function keepTypingFromPage(): void {
  for (const name of kept) {
    window.addEventListener(name, (event) => isOurs(event) && event.stopImmediatePropagation(), true);
  }
  window.addEventListener(
    'input',
    (event) => isOurs(event) && hearAlone(event, new Event('input', { bubbles: true })),
    true,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (!isOurs(event)) return;
      const { code, key, ctrlKey, metaKey, shiftKey, isComposing } = event;
      held.add(code);
      const told = { key, ctrlKey, metaKey, shiftKey, isComposing, bubbles: true, cancelable: true };
      if (event.isTrusted) hearAlone(event, new KeyboardEvent('keydown', told));
    },
    true,
  );
  window.addEventListener(
    'keyup',
    (event) => {
      if (held.delete(event.code) || isOurs(event)) event.stopImmediatePropagation();
    },
    true,
  );
}

function isOurs(event: Event): boolean {
  return guarded !== undefined && event.target === guarded.host;
}

export function guardTyping(island: Island | undefined): void {
  guarded = island;
}

/** Tells whatever has the focus in our island, and nobody outside. */
function hearAlone(event: Event, told: Event): void {
  event.stopImmediatePropagation();
  if (guarded?.root.activeElement?.dispatchEvent(told) === false) event.preventDefault();
}
