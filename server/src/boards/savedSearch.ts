import type { contract, ParsedInputOf } from '@magpie/contract';
import { advertiserId } from '../ads/identity.ts';
import { mostExcludedTerms, mostRequiredTerms, rarest, termsOf, type Term } from '../ads/searchTerms.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { sampledAdsWith } from './savedSearch.sql.ts';
import { patternOfPhrase, patternOfWord } from './savedSearchText.ts';

type Input = ParsedInputOf<typeof contract.ads.list>;

/** What somebody asks for among the saved ads that they see. */
export interface Choice extends Omit<Input, 'searchQuery' | 'boardId' | 'companyNames' | 'limit' | 'cursor'> {
  /** Whose copies, best first: of an ad that several of them hold, the first one's is meant. */
  readonly scopes: readonly string[];
  readonly boardId: number | null;
  /** Patterns of LIKE that the text of an ad must all fit. */
  readonly required: readonly string[];
  /** Those that it must not fit, unless it has the whole query: an ad's own text may have a minus before a word. */
  readonly excluded: readonly string[];
  /** The pattern of the whole query as one phrase; null where nothing is excluded. */
  readonly whole: string | null;
  /** Null for any. */
  readonly advertiserIds: readonly number[] | null;
  /** Only advertisers that this person follows; null for any. */
  readonly followedBy: string | null;
}

/** The scopes are all that the person sees, or the one of the board that is asked for. */
export function choiceOf(input: Input, scopes: readonly string[], userId: string): Choice {
  const { searchQuery = '', boardId, companyNames, limit: _limit, cursor: _cursor, ...filters } = input;
  const isFollowed = companyNames === 'FOLLOWED';
  const named = isFollowed || companyNames === undefined || companyNames.length === 0 ? null : companyNames;
  return {
    ...filters,
    ...patternsOf(searchQuery),
    scopes,
    boardId: typeof boardId === 'number' ? boardId : null,
    advertiserIds: named?.map(advertiserId) ?? null,
    followedBy: isFollowed ? userId : null,
  };
}

export function patternsOf(searchQuery: string): Pick<Choice, 'required' | 'excluded' | 'whole'> {
  const required = new Set<string>();
  const excluded = new Set<string>();
  for (const term of termsOf(searchQuery)) {
    const pattern = patternOf(term);
    if (pattern !== null) (term.isExcluded ? excluded : required).add(pattern);
  }
  const whole = excluded.size > 0 ? patternOfPhrase(searchQuery) : null;
  if (excluded.size > mostExcludedTerms && whole !== null)
    return { required: [whole], excluded: [], whole: null };
  return { required: [...required], excluded: [...excluded], whole };
}

/** The same choice by the rarest words alone, where all of them would take too long. */
export async function byRarestWords(db: Postgres, choice: Choice): Promise<Choice> {
  const { scopes, required } = choice;
  if (required.length <= mostRequiredTerms) return choice;
  const counted = await sampledAdsWith(db, scopes, required);
  const adsWith = new Map(counted.map(({ pattern, ads }) => [pattern, ads]));
  const rarestPatterns = rarest(
    required,
    mostRequiredTerms,
    (pattern) => adsWith.get(pattern) ?? 0,
    (pattern) => pattern.length,
  );
  return { ...choice, required: rarestPatterns };
}

function patternOf({ text, isQuoted }: Term): string | null {
  return isQuoted ? patternOfPhrase(text) : patternOfWord(text.replace(stray, ''));
}

/** A quote without its partner, and a minus that stands alone. */
const stray = /^["“”„«»＂]+|["“”„«»＂]+$|^[-−－]+$/gu;
