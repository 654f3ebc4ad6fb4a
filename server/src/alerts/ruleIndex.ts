import type { AdChange } from '../ads/adChanges.ts';
import { requiredTokens } from '../ads/query.ts';
import { matches, type Keyword } from './keywords.ts';
import { eventsIn, satisfies, type Conditions } from './ruleMatch.ts';

/** A rule, and whose ads it is about. */
export interface Filed<Rule extends Conditions> {
  readonly rule: Rule;
  /** Null: of whichever advertiser. */
  readonly advertiserIds: readonly number[] | null;
}

/**
 * Finds the rules that fire on what happened to an ad. It looks at those which may, of the advertiser and about the event,
 * and never at all of them: a thousand rules for words that an ad does not have cost it nothing.
 */
export class RuleIndex<Rule extends Conditions> {
  readonly #ofAdvertisers = new Map<number, Drawers<Rule>>();
  readonly #ofAll = new Drawers<Rule>();

  constructor(rules: Iterable<Filed<Rule>>) {
    // In the order of thresholds, so that each drawer has them in it.
    const ordered = [...rules].toSorted(
      ({ rule: one }, { rule: other }) => (one.threshold ?? 0) - (other.threshold ?? 0),
    );
    const tokenOf = rarestToken(ordered.flatMap(({ rule }) => rule.keywords));
    for (const { rule, advertiserIds } of ordered) {
      if (advertiserIds === null) this.#ofAll.file(rule, tokenOf);
      else for (const id of advertiserIds) this.#drawersOf(id).file(rule, tokenOf);
    }
  }

  /** Those that fire, each once. */
  firing(happening: AdChange, day: string): Rule[] {
    const events = eventsIn(happening, day);
    if (events.length === 0) return [];
    const found = new Set<Rule>();
    const words = wordsOf(happening);
    for (const drawers of [this.#ofAdvertisers.get(happening.advertiserId), this.#ofAll]) {
      for (const event of events) {
        for (const rule of drawers?.of(event)?.candidates(happening, words) ?? []) {
          if (satisfies(rule, happening)) found.add(rule);
        }
      }
    }
    return [...found];
  }

  #drawersOf(advertiserId: number): Drawers<Rule> {
    const drawers = this.#ofAdvertisers.get(advertiserId) ?? new Drawers();
    this.#ofAdvertisers.set(advertiserId, drawers);
    return drawers;
  }
}

/** The words of an ad are needed only where a rule looks for some. */
function wordsOf({ after: { searchText } }: AdChange): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined;
  return () => (words ??= new Set(searchText.split(' ')));
}

/** One drawer for each event. */
class Drawers<Rule extends Conditions> {
  readonly #byEvent = new Map<string, Drawer<Rule>>();

  of(event: string): Drawer<Rule> | undefined {
    return this.#byEvent.get(event);
  }

  file(rule: Rule, tokenOf: TokenOf): void {
    const drawer = this.#byEvent.get(rule.event) ?? new Drawer();
    this.#byEvent.set(rule.event, drawer);
    drawer.file(rule, tokenOf);
  }
}

/** A keyword, and all rules that look for it: many look for the same. */
interface Sheet<Rule> {
  readonly keyword: Keyword;
  readonly rules: Rule[];
}

class Drawer<Rule extends Conditions> {
  /** By a word that an ad must have, and by what else the keyword says. */
  readonly #byToken = new Map<string, Map<string, Sheet<Rule>>>();
  /** Of rules about reach, in the order of their thresholds. */
  readonly #byThreshold: Rule[] = [];
  readonly #others: Rule[] = [];

  file(rule: Rule, tokenOf: TokenOf): void {
    const { keywords, event, threshold } = rule;
    if (keywords.length > 0 && keywords.every((keyword) => tokenOf(keyword) !== null)) {
      for (const keyword of keywords) this.#sheetOf(keyword, tokenOf(keyword) ?? '').rules.push(rule);
    } else if (event === 'reach_above' && threshold !== null) this.#byThreshold.push(rule);
    else this.#others.push(rule);
  }

  *candidates({ before, after }: AdChange, words: () => ReadonlySet<string>): Iterable<Rule> {
    yield* this.#others;
    yield* this.#passed(before?.reach ?? 0, after.reach ?? 0);
    if (this.#byToken.size === 0) return;
    for (const word of words()) {
      for (const { keyword, rules } of this.#byToken.get(word)?.values() ?? []) {
        if (matches(keyword, after.searchText)) yield* rules;
      }
    }
  }

  #sheetOf(keyword: Keyword, token: string): Sheet<Rule> {
    const sheets = this.#byToken.get(token) ?? new Map<string, Sheet<Rule>>();
    this.#byToken.set(token, sheets);
    const key = JSON.stringify(keyword);
    const sheet = sheets.get(key) ?? { keyword, rules: [] };
    sheets.set(key, sheet);
    return sheet;
  }

  /** Those whose threshold lies between what reach was and what it is. */
  *#passed(from: number, to: number): Iterable<Rule> {
    for (let at = firstFrom(this.#byThreshold, from); at < this.#byThreshold.length; at += 1) {
      const rule = this.#byThreshold[at];
      if (rule === undefined || (rule.threshold ?? 0) >= to) return;
      yield rule;
    }
  }
}

/** The word of a keyword to file it under. Null for one that only leaves out: any text may match it. */
type TokenOf = (keyword: Keyword) => string | null;

/**
 * Of the words that are not short, which are in most ads, the one that the fewest of all keywords have: keywords that share
 * their usual words lie apart. Of those the longest.
 */
function rarestToken(keywords: readonly Keyword[]): TokenOf {
  const shared = new Map<string, number>();
  for (const token of keywords.flatMap(requiredTokens)) shared.set(token, (shared.get(token) ?? 0) + 1);
  const keywordsWith = (token: string): number => shared.get(token) ?? 0;
  return (keyword) =>
    requiredTokens(keyword).toSorted(
      (one, other) =>
        isShort(one) - isShort(other) || keywordsWith(one) - keywordsWith(other) || other.length - one.length,
    )[0] ?? null;
}

const shortWord = 3;

function isShort(token: string): number {
  return token.length <= shortWord ? 1 : 0;
}

/** The place of the first rule whose threshold is not below the amount. */
function firstFrom(rules: readonly Conditions[], amount: number): number {
  let [low, high] = [0, rules.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rules[middle]?.threshold ?? 0) < amount) low = middle + 1;
    else high = middle;
  }
  return low;
}
