import type { AdChange } from '../ads/adChanges.ts';
import { requiredTokens } from '../ads/query.ts';
import { matches, type Keyword } from './keywords.ts';
import { eventsIn, satisfies, type Conditions } from './ruleMatch.ts';

export interface IndexEntry<Rule extends Conditions> {
  readonly rule: Rule;
  /** Null: any advertiser. */
  readonly advertiserIds: readonly number[] | null;
}

/**
 * Finds the rules that fire on a change to an ad. Rules are indexed by advertiser, event and keyword, so that rules for
 * words that an ad does not contain cost nothing.
 */
export class RuleIndex<Rule extends Conditions> {
  readonly #byAdvertiser = new Map<number, EventBuckets<Rule>>();
  readonly #forAll = new EventBuckets<Rule>();

  constructor(rules: Iterable<IndexEntry<Rule>>) {
    // Sorted by threshold, so that each bucket is sorted too.
    const ordered = [...rules].toSorted(
      ({ rule: one }, { rule: other }) => (one.threshold ?? 0) - (other.threshold ?? 0),
    );
    const tokenOf = rarestToken(ordered.flatMap(({ rule }) => rule.keywords));
    for (const { rule, advertiserIds } of ordered) {
      if (advertiserIds === null) this.#forAll.add(rule, tokenOf);
      else for (const id of advertiserIds) this.#bucketsOf(id).add(rule, tokenOf);
    }
  }

  /** The rules that fire, each once. */
  firing(change: AdChange, day: string): Rule[] {
    const events = eventsIn(change, day);
    if (events.length === 0) return [];
    const found = new Set<Rule>();
    const words = wordsOf(change);
    for (const buckets of [this.#byAdvertiser.get(change.advertiserId), this.#forAll]) {
      for (const event of events) {
        for (const rule of buckets?.of(event)?.candidates(change, words) ?? []) {
          if (satisfies(rule, change)) found.add(rule);
        }
      }
    }
    return [...found];
  }

  #bucketsOf(advertiserId: number): EventBuckets<Rule> {
    const buckets = this.#byAdvertiser.get(advertiserId) ?? new EventBuckets();
    this.#byAdvertiser.set(advertiserId, buckets);
    return buckets;
  }
}

/** Splits the text only if a rule has keywords. */
function wordsOf({ after: { searchText } }: AdChange): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined;
  return () => (words ??= new Set(searchText.split(' ')));
}

class EventBuckets<Rule extends Conditions> {
  readonly #byEvent = new Map<string, Bucket<Rule>>();

  of(event: string): Bucket<Rule> | undefined {
    return this.#byEvent.get(event);
  }

  add(rule: Rule, tokenOf: GetToken): void {
    const bucket = this.#byEvent.get(rule.event) ?? new Bucket();
    this.#byEvent.set(rule.event, bucket);
    bucket.add(rule, tokenOf);
  }
}

/** A keyword with all rules that use it, so that it is matched once. */
interface KeywordEntry<Rule> {
  readonly keyword: Keyword;
  readonly rules: Rule[];
}

class Bucket<Rule extends Conditions> {
  /** By a required word, then by the whole keyword. */
  readonly #byToken = new Map<string, Map<string, KeywordEntry<Rule>>>();
  /** Rules for reach, sorted by threshold. */
  readonly #byThreshold: Rule[] = [];
  readonly #others: Rule[] = [];

  add(rule: Rule, tokenOf: GetToken): void {
    const { keywords, event, threshold } = rule;
    if (keywords.length > 0 && keywords.every((keyword) => tokenOf(keyword) !== null)) {
      for (const keyword of keywords) this.#entryFor(keyword, tokenOf(keyword) ?? '').rules.push(rule);
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

  #entryFor(keyword: Keyword, token: string): KeywordEntry<Rule> {
    const entries = this.#byToken.get(token) ?? new Map<string, KeywordEntry<Rule>>();
    this.#byToken.set(token, entries);
    const key = JSON.stringify(keyword);
    const entry = entries.get(key) ?? { keyword, rules: [] };
    entries.set(key, entry);
    return entry;
  }

  /** Rules whose threshold lies between the previous and the current reach. */
  *#passed(from: number, to: number): Iterable<Rule> {
    for (let at = lowerBound(this.#byThreshold, from); at < this.#byThreshold.length; at += 1) {
      const rule = this.#byThreshold[at];
      if (rule === undefined || (rule.threshold ?? 0) >= to) return;
      yield rule;
    }
  }
}

/** The word to index a keyword by. Null for a keyword with only exclusions, which any text may match. */
type GetToken = (keyword: Keyword) => string | null;

/**
 * Prefers long words, since short ones occur in most ads, then the word that the fewest keywords share, which keeps
 * buckets small.
 */
function rarestToken(keywords: readonly Keyword[]): GetToken {
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

/** The position of the first rule whose threshold is at least the amount. */
function lowerBound(rules: readonly Conditions[], amount: number): number {
  let [low, high] = [0, rules.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rules[middle]?.threshold ?? 0) < amount) low = middle + 1;
    else high = middle;
  }
  return low;
}
