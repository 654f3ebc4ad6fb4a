import { browser } from 'wxt/browser';

/** What is kept on this machine, by name. */
export interface Store {
  readonly read: <Value>(name: string, otherwise: Value) => Promise<Value>;
  readonly write: (name: string, value: unknown) => Promise<void>;
}

/** Kept when the browser is closed. Only the background and the extension's own pages can read it: see `closeToPages`. */
export const localStore: Store = {
  read: async (name, otherwise) => {
    const found = await browser.storage.local.get(name);
    return (found[name] as typeof otherwise | undefined) ?? otherwise;
  },
  write: (name, value) => browser.storage.local.set({ [name]: value }),
};

/** Content scripts run beside pages that may be hostile: the key is none of their business. */
export async function closeToPages(): Promise<void> {
  // Firefox has no such switch; there, too, no content script of ours reads it.
  await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
