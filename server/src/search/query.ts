import { soughtFor, type Sought } from '../catalog/searchText.ts';

/** A search as it was typed, taken apart. */
export interface Query {
  /** An ad must have all of them. */
  readonly required: readonly Sought[];
  /** And none of these. */
  readonly excluded: readonly Sought[];
}

/** A phrase between quotes of any style, or what stands between spaces; a minus right before it excludes it. */
const term = /([-−－]?)(?:["“”„«»＂]([^"“”„«»＂]+)["“”„«»＂]|(\S+))/gu;

/**
 * Words in any order, `"a phrase"`, `-word`, `-"a phrase"`. A quote without its partner and a minus that stands alone
 * are characters like others; what has no letter, digit or picture in it restricts nothing.
 */
export function parseQuery(text: string): Query {
  const required: Sought[] = [];
  const excluded: Sought[] = [];
  for (const [, minus, phrase, word = ''] of text.matchAll(term)) {
    const sought = soughtFor(phrase ?? word);
    if (sought !== null) (minus === '' ? required : excluded).push(sought);
  }
  return { required, excluded };
}
