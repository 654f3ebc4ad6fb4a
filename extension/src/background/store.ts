import { browser } from 'wxt/browser';

export interface Store {
  readonly read: <Value>(name: string, fallback: Value) => Promise<Value>;
  readonly write: (name: string, value: unknown) => Promise<void>;
}

/** Persistent. Only the background and the extension's own pages can read it: see `restrictStorageAccess`. */
export const localStore: Store = {
  read: async (name, fallback) => {
    const found = await browser.storage.local.get(name);
    return (found[name] as typeof fallback | undefined) ?? fallback;
  },
  write: (name, value) => browser.storage.local.set({ [name]: value }),
};

/** Content scripts run next to pages that may be hostile, so they must not read the key. */
export async function restrictStorageAccess(): Promise<void> {
  // Firefox lacks setAccessLevel; no content script of ours reads the storage there either.
  await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
