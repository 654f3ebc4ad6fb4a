import type { Board } from '../../lib/api/types.ts';

/** The public path of a board: its slug, else its id. */
export function publicPath({ id, slug }: Pick<Board, 'id' | 'slug'>): string {
  return `/b/${slug ?? id}`;
}

/** `Hooks I like` → `hooks-i-like` */
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
