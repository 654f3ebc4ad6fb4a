import { MagpieError } from '../kernel/errors.ts';

/** A word or phrase of a search, as it was typed. */
export interface Term {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Whether what has it is left out. */
  readonly isExcluded: boolean;
}

/** A phrase between quotes of any style, or what stands between spaces; a minus right before it excludes it. */
const term = /([-−－]?)(?:["“”„«»＂]([^"“”„«»＂]+)["“”„«»＂]|(\S+))/gu;

/** Words in any order, `"a phrase"`, `-word`, `-"a phrase"`. A quote without its partner and a minus that stands alone are characters like others. */
export function termsOf(searchQuery: string): Term[] {
  return Array.from(searchQuery.matchAll(term), ([, minus, phrase, word = '']) => ({
    text: phrase ?? word,
    isQuoted: phrase !== undefined,
    isExcluded: minus !== '',
  }));
}

/** Each of them is looked for in the text of every ad that may have it. */
const mostTerms = 20;

export function refuseTooManyTerms(terms: number): void {
  if (terms <= mostTerms) return;
  const message = `searchQuery must be at most ${mostTerms} words and phrases, got ${terms}.`;
  throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'searchQuery', message }] });
}
