import { useEffect, useEffectEvent } from 'react';

export function useKeyDown(callback: (event: KeyboardEvent) => void): void {
  const onKeyDown = useEffectEvent(callback);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Whether a key belongs to the focused element: a text input, an open dialog or a menu. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
    ) !== null
  );
}
