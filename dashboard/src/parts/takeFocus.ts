/** For `ref`: what was asked for just now is where one types. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** For `onCloseAutoFocus`: what was chosen may have led to a dialog or a page, which keeps the focus. */
export function keepFocus(event: Event): void {
  if (isFocusHeld()) event.preventDefault();
}

/** Whether anything has the focus: what is taken away while it has it leaves it to nobody. */
function isFocusHeld(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}

/** The page itself, from where Tab leads to the first thing on it. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
}

/** For `ref` of what goes away with what is pressed in it: the focus is left to the page. */
export function leaveFocus(element: HTMLElement): () => void {
  return () => {
    if (element.contains(document.activeElement)) focusContent();
  };
}

let firstOpener: Element | null = null;

/** What had the focus when a dialog opened; of a menu, which closes with it, the button that opened the menu. */
export function findOpener(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const opener = menu
    ? document.querySelector(`#${CSS.escape(menu.getAttribute('aria-labelledby') ?? '')}`)
    : activeElement;
  if (opener?.closest('[role=dialog]') === null) firstOpener = opener;
  return opener;
}

/** After a dialog: to what opened it, to what opened the first of several, or to the page where both are gone. */
export function giveFocusBack(opener: Element | null): void {
  for (const element of [opener, firstOpener]) {
    if (isFocusHeld()) return;
    if (element instanceof HTMLElement) focusWhileThere(element);
  }
  if (!isFocusHeld()) focusContent();
}

/** What was deleted is shown until its list is read again: what has the focus in it then leaves it to the page. */
function focusWhileThere(element: HTMLElement): void {
  element.focus();
  const watcher = new MutationObserver(() => {
    if (element.isConnected && document.activeElement === element) return;
    watcher.disconnect();
    if (!element.isConnected && !isFocusHeld()) focusContent();
  });
  if (document.activeElement === element) watcher.observe(document.body, { childList: true, subtree: true });
}
