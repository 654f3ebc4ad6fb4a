import { useEffect } from 'react';

/**
 * The list that an ad was opened from, for the next and previous ad. Kept for the tab, so that a reload keeps it.
 */

const storageKey = 'magpie.adSequence';
const maxAds = 2000;
const adPath = /\/ads\/([0-9a-f]+)$/;

/** Walls render only the ads near the screen. */
const walls = new WeakMap<Element, readonly string[]>();

const wallSelector = '[data-ad-wall]';

export function registerWall(wall: Element | null, hashes: readonly string[]): void {
  if (wall !== null) walls.set(wall, hashes);
}

/** Keeps the list around an element that opens an ad. */
export function rememberSequence(opened: Element): void {
  const wall = opened.closest(wallSelector);
  const list = wall ?? opened.closest('ul, ol, table, section, main');
  const hashes = (wall === null ? undefined : walls.get(wall)) ?? (list === null ? [] : linkedAds(list));
  sessionStorage.setItem(storageKey, JSON.stringify([...new Set(hashes)].slice(0, maxAds)));
}

function linkedAds(list: Element): string[] {
  return [...list.querySelectorAll<HTMLAnchorElement>('a[href*="/ads/"]')].flatMap((link) => {
    const hash = adPath.exec(link.pathname)?.[1];
    return hash === undefined ? [] : [hash];
  });
}

/** Remembers the list of each ad link that is followed, in any part of the page. */
export function useRememberedSequence(): void {
  useEffect(() => {
    const listener = ({ target }: MouseEvent): void => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="/ads/"]') : null;
      if (link !== null && adPath.test(link.pathname)) rememberSequence(link);
    };
    window.addEventListener('click', listener, { capture: true });
    return () => window.removeEventListener('click', listener, { capture: true });
  }, []);
}

interface SequencePlace {
  readonly position: number;
  readonly count: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** Null if the ad was not opened from a list of several. */
export function findPlace(hash: string, hashes = readSequence()): SequencePlace | null {
  const index = hashes.indexOf(hash);
  if (index === -1 || hashes.length < 2) return null;
  return {
    position: index + 1,
    count: hashes.length,
    previous: hashes[index - 1] ?? null,
    next: hashes[index + 1] ?? null,
  };
}

function readSequence(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
