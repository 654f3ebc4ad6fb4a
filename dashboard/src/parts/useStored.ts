import { useSyncExternalStore } from 'react';

/**
 * Something small that this browser remembers, such as the last board. Whoever shows it learns at once when it changes,
 * in other windows too. What cannot be stored lasts as long as the page.
 */
export function useStored<Value>(name: string, fallback: Value): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(listen, () => readStored(name, fallback));
  return [value, (next) => writeStored(name, next)];
}

const kept = new Map<string, unknown>();
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', forget);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', forget);
  };
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

function forget(): void {
  kept.clear();
  tellListeners();
}

function readStored<Value>(name: string, fallback: Value): Value {
  if (!kept.has(name)) kept.set(name, stored(name) ?? fallback);
  return kept.get(name) as Value;
}

export function writeStored(name: string, value: unknown): void {
  kept.set(name, value);
  try {
    localStorage.setItem(`magpie.${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or closed to us.
  }
  tellListeners();
}

function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`magpie.${name}`) ?? 'null');
  } catch {
    return null;
  }
}
