import { parseQuery, type Query } from '../ads/query.ts';
import type { SearchTerm } from '../ads/searchText.ts';

/** A keyword of a rule is read like a search. */
export type Keyword = Query;

/** Null where there is nothing to look for, as in mere punctuation. */
export function keywordOf(text: string): Keyword | null {
  const query = parseQuery(text);
  return query.required.length + query.excluded.length === 0 ? null : query;
}

/** Whether a search for the keyword would find an ad with this text, which is as the index searches it. */
export function matches({ required, excluded, whole }: Keyword, searchText: string): boolean {
  return (
    required.every((sought) => isIn(sought, searchText)) &&
    (!excluded.some((sought) => isIn(sought, searchText)) || (whole !== null && searchText.includes(whole)))
  );
}

/** Where the order of words counts, a text that has them in order has each of them. */
function isIn({ tokens, sequence }: SearchTerm, searchText: string): boolean {
  return sequence === null
    ? tokens.every((token) => searchText.includes(` ${token} `))
    : searchText.includes(sequence);
}
