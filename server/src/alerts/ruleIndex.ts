import type { AdChange } from '../ads/adChanges.ts';
import { requiredTokens } from '../ads/query.ts';
import { matches, type Keyword, eventsIn, satisfies, type Conditions } from './ruleMatch.ts';

export interface IndexEntry<Rule extends Conditions> {
  readonly rule: Rule;
  readonly advertiserIds: readonly number[] | null;
}

/** Indexed by advertiser, event and keyword, so that rules for words that an ad does not contain cost nothing. */
export class RuleIndex<Rule extends Conditions> {
  readonly #buckets = new Map<string, Bucket<Rule>>();

  constructor(rules: Iterable<IndexEntry<Rule>>) {
    // Sorted by threshold, so that each bucket is sorted too.
    const ordered = [...rules].toSorted(
      ({ rule: one }, { rule: other }) => (one.threshold ?? 0) - (other.threshold ?? 0),
    );
    const tokenOf = rarestToken(ordered.flatMap(({ rule }) => rule.keywords));
    for (const { rule, advertiserIds } of ordered) {
      for (const id of advertiserIds ?? [null]) this.#bucketFor(id, rule.event).add(rule, tokenOf);
    }
  }

  firing(change: AdChange, day: string): Rule[] {
    const events = eventsIn(change, day);
    if (events.length === 0) return [];
    const found = new Set<Rule>();
    // Splits the text only if a rule has keywords.
    let split: ReadonlySet<string> | undefined;
    const words = (): ReadonlySet<string> => (split ??= new Set(change.after.searchText.split(' ')));
    for (const id of [change.advertiserId, null]) {
      for (const event of events) {
        for (const rule of this.#buckets.get(bucketKey(id, event))?.candidates(change, words) ?? []) {
          if (satisfies(rule, change)) found.add(rule);
        }
      }
    }
    return [...found];
  }

  #bucketFor(advertiserId: number | null, event: string): Bucket<Rule> {
    const key = bucketKey(advertiserId, event);
    const bucket = this.#buckets.get(key) ?? new Bucket();
    this.#buckets.set(key, bucket);
    return bucket;
  }
}

function bucketKey(advertiserId: number | null, event: string): string {
  return `${advertiserId} ${event}`;
}

/** A keyword with all rules that use it, so that it is matched once. */
interface KeywordEntry<Rule> {
  readonly keyword: Keyword;
  readonly rules: Rule[];
}

class Bucket<Rule extends Conditions> {
  readonly #byToken = new Map<string, Map<string, KeywordEntry<Rule>>>();
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

/** Prefers long words, since short ones occur in most ads, then the word that the fewest keywords share. */
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

function lowerBound(rules: readonly Conditions[], amount: number): number {
  let [low, high] = [0, rules.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rules[middle]?.threshold ?? 0) < amount) low = middle + 1;
    else high = middle;
  }
  return low;
}
