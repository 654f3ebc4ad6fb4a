import { useSyncExternalStore } from 'react';

export function createSharedValue<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: (): Value => value,
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: (): Value => useSyncExternalStore(listen, () => value),
  };
}
