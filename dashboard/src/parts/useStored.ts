import { useState } from 'react';

/** Something small that this browser remembers, such as the last board. What cannot be stored lasts as long as the page. */
export function useStored<Value>(name: string, fallback: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(name, fallback));
  return [
    value,
    (next) => {
      setValue(next);
      write(name, next);
    },
  ];
}

function read<Value>(name: string, fallback: Value): Value {
  try {
    const stored = localStorage.getItem(`magpie.${name}`);
    return stored === null ? fallback : (JSON.parse(stored) as Value);
  } catch {
    return fallback;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(`magpie.${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or closed to us.
  }
}
