import { useEffect, useEffectEvent } from 'react';

/** Hears every key that is pressed on the page. */
export function useKeyDown(hear: (event: KeyboardEvent) => void): void {
  const onKeyDown = useEffectEvent(hear);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Whether a key is meant for what has the focus: words that are typed, a dialog or a menu that is open. */
export function isTakenElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
    ) !== null
  );
}
