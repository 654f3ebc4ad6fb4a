import { termsOf } from '../catalog/searchTerms.ts';
import { soughtFor, type Sought } from '../catalog/searchText.ts';

/** A search as it was typed, taken apart. */
export interface Query {
  /** An ad must have all of them. */
  readonly required: readonly Sought[];
  /** And none of these. */
  readonly excluded: readonly Sought[];
}

/** What has no letter, digit or picture in it restricts nothing. */
export function parseQuery(searchQuery: string): Query {
  const required: Sought[] = [];
  const excluded: Sought[] = [];
  for (const { text, isExcluded } of termsOf(searchQuery)) {
    const sought = soughtFor(text);
    if (sought !== null) (isExcluded ? excluded : required).push(sought);
  }
  return { required, excluded };
}
