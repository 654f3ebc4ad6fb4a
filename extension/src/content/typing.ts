import type { ShadowUi } from '../ui/shadowUi.ts';

const hiddenEvents =
  `keypress beforeinput textInput copy cut paste compositionstart compositionupdate compositionend
  dragstart drag dragenter dragover dragleave drop dragend`.split(/\s+/);

let guarded: ShadowUi | undefined;
/** Keys pressed in our UI and not released yet; it may be closed before their keyup. */
const pressedKeys = new Set<string>();

/**
 * Hides typed notes and board names from the page, whose capture listeners would see every key. Must be called before any
 * script of the page, because the first listener can stop the others. It cannot hide selected text: Chromium exposes the
 * selection to every script.
 */
export function hideTypingFromPage(): void {
  for (const name of hiddenEvents) {
    window.addEventListener(name, (event) => isOurs(event) && event.stopImmediatePropagation(), true);
  }
  window.addEventListener(
    'input',
    (event) => isOurs(event) && redispatch(event, new Event('input', { bubbles: true })),
    true,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (!isOurs(event)) return;
      const { code, key, ctrlKey, metaKey, shiftKey, isComposing } = event;
      pressedKeys.add(code);
      const init = { key, ctrlKey, metaKey, shiftKey, isComposing, bubbles: true, cancelable: true };
      if (event.isTrusted) redispatch(event, new KeyboardEvent('keydown', init));
    },
    true,
  );
  window.addEventListener(
    'keyup',
    (event) => {
      if (pressedKeys.delete(event.code) || isOurs(event)) event.stopImmediatePropagation();
    },
    true,
  );
}

function isOurs(event: Event): boolean {
  return guarded !== undefined && event.target === guarded.host;
}

export function guardTyping(ui: ShadowUi | undefined): void {
  guarded = ui;
}

/** Dispatches a copy of the event inside our UI only. */
function redispatch(event: Event, copy: Event): void {
  event.stopImmediatePropagation();
  if (guarded?.root.activeElement?.dispatchEvent(copy) === false) event.preventDefault();
}
