/** For `ref`: what was asked for just now is where one types. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
