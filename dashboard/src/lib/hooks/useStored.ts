import { createSharedValue } from '../store.ts';

/**
 * A small value in `localStorage`, such as the last used board. Components rerender when it changes, in other windows
 * too. If storage is blocked, the value lasts until the page is closed.
 */
export function useStored<Value>(name: string, fallback: Value): [Value, (value: Value) => void] {
  const value = getShared(name).use() as Value | null;
  return [value ?? fallback, (next) => writeStored(name, next)];
}

export function writeStored(name: string, value: unknown): void {
  getShared(name).set(value);
  try {
    localStorage.setItem(`magpie.${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or blocked.
  }
}

const sharedValues = new Map<string, ReturnType<typeof createSharedValue<unknown>>>();

function getShared(name: string) {
  const known = sharedValues.get(name);
  if (known !== undefined) return known;
  const shared = createSharedValue(readStored(name));
  sharedValues.set(name, shared);
  globalThis.addEventListener?.('storage', () => shared.set(readStored(name)));
  return shared;
}

function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`magpie.${name}`) ?? 'null');
  } catch {
    return null;
  }
}
