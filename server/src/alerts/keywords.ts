import { parseQuery, type SearchQuery } from '../ads/query.ts';
import type { SearchTerm } from '../ads/searchText.ts';

/** Rule keywords use the syntax of search queries. */
export type Keyword = SearchQuery;

/** Null if the text has no searchable term, for example only punctuation. */
export function parseKeyword(text: string): Keyword | null {
  const query = parseQuery(text);
  return query.required.length + query.excluded.length === 0 ? null : query;
}

/** Whether a search for the keyword would find an ad with this normalized search text. */
export function matches({ required, excluded, whole }: Keyword, searchText: string): boolean {
  return (
    required.every((term) => containsTerm(term, searchText)) &&
    (!excluded.some((term) => containsTerm(term, searchText)) ||
      (whole !== null && searchText.includes(whole)))
  );
}

function containsTerm({ tokens, sequence }: SearchTerm, searchText: string): boolean {
  return sequence === null
    ? tokens.every((token) => searchText.includes(` ${token} `))
    : searchText.includes(sequence);
}
