import { advertiserId } from '../ads/identity.ts';
import { maxExcludedTerms, maxRequiredTerms, rarest, parseTerms, type Term } from '../ads/query.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { countSampleMatches, type SavedAdsInput, type SavedQuery } from './savedSearch.sql.ts';
import { phrasePattern, wordPattern } from './savedSearchText.ts';

/** `scopes` are all that the user can see, or the one of the requested board. */
export function buildQuery(input: SavedAdsInput, scopes: readonly string[], userId: string): SavedQuery {
  const { searchQuery = '', boardId, companyNames, limit: _limit, cursor: _cursor, ...filters } = input;
  const isFollowed = companyNames === 'FOLLOWED';
  const named = isFollowed || companyNames === undefined || companyNames.length === 0 ? null : companyNames;
  return {
    ...filters,
    ...searchPatterns(searchQuery),
    scopes,
    boardId: typeof boardId === 'number' ? boardId : null,
    advertiserIds: named?.map(advertiserId) ?? null,
    followedBy: isFollowed ? userId : null,
  };
}

export function searchPatterns(searchQuery: string): Pick<SavedQuery, 'required' | 'excluded' | 'whole'> {
  const required = new Set<string>();
  const excluded = new Set<string>();
  for (const term of parseTerms(searchQuery)) {
    const pattern = patternOf(term);
    if (pattern !== null) (term.isExcluded ? excluded : required).add(pattern);
  }
  const whole = excluded.size > 0 ? phrasePattern(searchQuery) : null;
  if (excluded.size > maxExcludedTerms && whole !== null)
    return { required: [whole], excluded: [], whole: null };
  return { required: [...required], excluded: [...excluded], whole };
}

/** Limits a long query to its rarest words, since using all of them would be slow. */
export async function byRarestWords(db: Postgres, query: SavedQuery): Promise<SavedQuery> {
  const { scopes, required } = query;
  if (required.length <= maxRequiredTerms) return query;
  const counted = await countSampleMatches(db, scopes, required);
  const adsWith = new Map(counted.map(({ pattern, ads }) => [pattern, ads]));
  const rarestPatterns = rarest(
    required,
    maxRequiredTerms,
    (pattern) => adsWith.get(pattern) ?? 0,
    (pattern) => pattern.length,
  );
  return { ...query, required: rarestPatterns };
}

function patternOf({ text, isQuoted }: Term): string | null {
  return isQuoted ? phrasePattern(text) : wordPattern(text.replace(unmatchedMarks, ''));
}

/** Unmatched quotes and a lone minus. */
const unmatchedMarks = /^["“”„«»＂]+|["“”„«»＂]+$|^[-−－]+$/gu;
