import type { contract, ParsedInputOf } from '@magpie/contract';
import { advertiserId } from '../catalog/identity.ts';
import { refuseTooManyTerms, termsOf, type Term } from '../catalog/searchTerms.ts';
import { patternOfPhrase, patternOfWord } from './savedSearchText.ts';

type Input = ParsedInputOf<typeof contract.ads.list>;

/** What somebody asks for among the saved ads that they see. */
export interface Choice extends Omit<Input, 'searchQuery' | 'boardId' | 'companyNames' | 'limit' | 'cursor'> {
  /** Whose copies, best first: of an ad that several of them hold, the first one's is meant. */
  readonly scopes: readonly string[];
  readonly boardId: number | null;
  /** Patterns of LIKE that the text of an ad must all fit, and those that it must not. */
  readonly required: readonly string[];
  readonly excluded: readonly string[];
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

function patternsOf(searchQuery: string): Pick<Choice, 'required' | 'excluded'> {
  const required: string[] = [];
  const excluded: string[] = [];
  for (const term of termsOf(searchQuery)) {
    const pattern = patternOf(term);
    if (pattern !== null) (term.isExcluded ? excluded : required).push(pattern);
  }
  refuseTooManyTerms(required.length + excluded.length);
  return { required, excluded };
}

function patternOf({ text, isQuoted }: Term): string | null {
  return isQuoted ? patternOfPhrase(text) : patternOfWord(text.replace(stray, ''));
}

/** A quote without its partner, and a minus that stands alone. */
const stray = /^["“”„«»＂]+|["“”„«»＂]+$|^[-−－]+$/gu;
