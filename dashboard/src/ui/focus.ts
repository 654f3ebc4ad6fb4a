/** For `ref`: focuses the element on mount. */
export function autoFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** For `onCloseAutoFocus`: the selected item may have opened a dialog or a page, which keeps the focus. */
export function keepFocus(event: Event): void {
  if (hasFocusedElement()) event.preventDefault();
}

/** Whether any element has the focus; removing the focused element moves it to `body`. */
export function hasFocusedElement(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}

/** Focuses the page content, from where Tab leads to its first control. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
}

/** For `ref` of an element that may be removed by its own buttons: moves the focus to the page. */
export function releaseFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement) === true) focusContent();
  };
}

let firstOpener: Element | null = null;

/** The element that opened a dialog; for a menu item, the button of the menu. */
export function findOpener(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const opener = menu
    ? document.querySelector(`#${CSS.escape(menu.getAttribute('aria-labelledby') ?? '')}`)
    : activeElement;
  if (opener?.closest('[role=dialog]') === null) firstOpener = opener;
  return opener;
}

/** After a dialog: focuses its opener, else the opener of the first of several dialogs, else the page. */
export function restoreFocus(opener: Element | null): void {
  for (const element of [opener, firstOpener]) {
    if (hasFocusedElement()) return;
    if (element instanceof HTMLElement) focusUntilRemoved(element);
  }
  if (!hasFocusedElement()) focusContent();
}

/** A deleted row stays until its list is reloaded; the focus then moves from it to the page. */
function focusUntilRemoved(element: HTMLElement): void {
  element.focus();
  const watcher = new MutationObserver(() => {
    if (element.isConnected && document.activeElement === element) return;
    watcher.disconnect();
    if (!element.isConnected && !hasFocusedElement()) focusContent();
  });
  if (document.activeElement === element) watcher.observe(document.body, { childList: true, subtree: true });
}
