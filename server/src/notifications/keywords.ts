import { termsOf } from '../catalog/searchTerms.ts';
import { soughtFor, type Sought } from '../catalog/searchText.ts';

/** A keyword of a rule, read like the words that somebody searches for. */
export interface Keyword {
  /** A text must have all of them. */
  readonly required: readonly Sought[];
  /** And none of these. */
  readonly excluded: readonly Sought[];
}

/** Null where there is nothing to look for, as in mere punctuation. */
export function keywordOf(text: string): Keyword | null {
  const required: Sought[] = [];
  const excluded: Sought[] = [];
  for (const { text: phrase, isExcluded } of termsOf(text)) {
    const sought = soughtFor(phrase);
    if (sought !== null) (isExcluded ? excluded : required).push(sought);
  }
  return required.length + excluded.length === 0 ? null : { required, excluded };
}

/** Whether a search for the keyword would find an ad with this text, which is as the index searches it. */
export function matches({ required, excluded }: Keyword, searchText: string): boolean {
  return (
    required.every((sought) => isIn(sought, searchText)) &&
    !excluded.some((sought) => isIn(sought, searchText))
  );
}

/** Where the order of words counts, a text that has them in order has each of them. */
function isIn({ tokens, sequence }: Sought, searchText: string): boolean {
  return sequence === null
    ? tokens.every((token) => searchText.includes(` ${token} `))
    : searchText.includes(sequence);
}
