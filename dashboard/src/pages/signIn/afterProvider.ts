import { readSignInSearch } from './search.ts';

/** A provider sends people back to the first page of this site: where they were going waits in this window meanwhile. */
const name = 'magpie.next';

export function rememberNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, next);
  } catch {
    // Storage is closed to us: they go on from the first page.
  }
}

/** Where somebody was going before a provider signed them in; once. */
export function takeNext(): string | undefined {
  try {
    const { next } = readSignInSearch({ next: sessionStorage.getItem(name) });
    sessionStorage.removeItem(name);
    return next;
  } catch {
    return undefined;
  }
}
