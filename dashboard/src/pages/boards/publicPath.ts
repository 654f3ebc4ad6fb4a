import type { Board } from '../../api/types.ts';

/** Where everybody finds a board that is published: at its own word, else at its number. */
export function publicPath({ id, slug }: Pick<Board, 'id' | 'slug'>): string {
  return `/b/${slug ?? id}`;
}

/** What is typed, as near as it comes to what an address may have: `Hooks I like` → `hooks-i-like`. */
export function slugFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '');
}
