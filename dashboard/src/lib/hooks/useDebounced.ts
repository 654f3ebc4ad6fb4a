import { useEffect, useEffectEvent, useState } from 'react';

/** The value after it has not changed for some time. */
export function useDebounced<Value>(value: Value, milliseconds = 200): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}

/** The text of a field that is committed after a pause in typing: `value` unless something else was typed. */
export function useDebouncedText(value: string, onCommit: (text: string) => void, milliseconds = 300) {
  const [draft, setDraft] = useState<string | null>(null);
  // Shows later changes of `value`, such as after going back.
  if (draft === value) setDraft(null);
  const commitLater = useEffectEvent(onCommit);
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => commitLater(draft), milliseconds);
    return () => clearTimeout(timer);
  }, [draft, milliseconds]);
  const commit = (text = draft): void => {
    setDraft(text);
    if (text !== null && text !== value) onCommit(text);
  };
  return {
    text: draft ?? value,
    setText: setDraft,
    /** Commits without a pause: on Enter, or another text such as an empty one. */
    commit,
    onBlur: (): void => {
      commit();
      setDraft(null);
    },
  };
}
