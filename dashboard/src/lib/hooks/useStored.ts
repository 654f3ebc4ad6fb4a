import { useSyncExternalStore } from 'react';

/**
 * A small value in `localStorage`, such as the last used board. Components rerender when it changes, in other windows
 * too. If storage is blocked, the value lasts until the page is closed.
 */
export function useStored<Value>(name: string, fallback: Value): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(listen, () => readStored(name, fallback));
  return [value, (next) => writeStored(name, next)];
}

const cache = new Map<string, unknown>();
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', clearCache);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', clearCache);
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function clearCache(): void {
  cache.clear();
  notifyListeners();
}

function readStored<Value>(name: string, fallback: Value): Value {
  if (!cache.has(name)) cache.set(name, stored(name) ?? fallback);
  return cache.get(name) as Value;
}

export function writeStored(name: string, value: unknown): void {
  cache.set(name, value);
  try {
    localStorage.setItem(`magpie.${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or blocked.
  }
  notifyListeners();
}

function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`magpie.${name}`) ?? 'null');
  } catch {
    return null;
  }
}
