import { useEffect, useEffectEvent, useState } from 'react';

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
  /** Committed, but not yet the value: navigations take time. */
  const [committed, setCommitted] = useState<string | null>(null);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    // Shows changes from elsewhere, such as after going back, but keeps what was typed since the commit.
    if (draft === value || committed === null) setDraft(null);
    if (committed === value) setCommitted(null);
  }
  const commit = (text = draft): void => {
    setDraft(text);
    if (text === null || text === (committed ?? value)) return;
    setCommitted(text);
    onCommit(text);
  };
  const commitLater = useEffectEvent(commit);
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => commitLater(draft), milliseconds);
    return () => clearTimeout(timer);
  }, [draft, milliseconds]);
  return {
    text: draft ?? value,
    setText: setDraft,
    /** Commits without a pause: on Enter, on blur, or another text such as an empty one. */
    commit,
  };
}
