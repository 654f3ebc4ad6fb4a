import type { Happening } from '../catalog/happenings.ts';
import type { Keyword } from './keywords.ts';
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
    for (const { rule, advertiserIds } of ordered) {
      if (advertiserIds === null) this.#ofAll.file(rule);
      else for (const id of advertiserIds) this.#drawersOf(id).file(rule);
    }
  }

  /** Those that fire, each once. */
  firing(happening: Happening, day: string): Rule[] {
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
function wordsOf({ after: { searchText } }: Happening): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined;
  return () => (words ??= new Set(searchText.split(' ')));
}

/** One drawer for each event. */
class Drawers<Rule extends Conditions> {
  readonly #byEvent = new Map<string, Drawer<Rule>>();

  of(event: string): Drawer<Rule> | undefined {
    return this.#byEvent.get(event);
  }

  file(rule: Rule): void {
    const drawer = this.#byEvent.get(rule.event) ?? new Drawer();
    this.#byEvent.set(rule.event, drawer);
    drawer.file(rule);
  }
}

class Drawer<Rule extends Conditions> {
  readonly #byToken = new Map<string, Rule[]>();
  /** Of rules about reach, in the order of their thresholds. */
  readonly #byThreshold: Rule[] = [];
  readonly #others: Rule[] = [];

  file(rule: Rule): void {
    const tokens = rule.keywords.map(longestToken);
    if (tokens.length > 0 && tokens.every((token) => token !== null)) {
      for (const token of new Set(tokens)) this.#fileUnder(token, rule);
    } else if (rule.event === 'reach_above' && rule.threshold !== null) this.#byThreshold.push(rule);
    else this.#others.push(rule);
  }

  *candidates({ before, after }: Happening, words: () => ReadonlySet<string>): Iterable<Rule> {
    yield* this.#others;
    yield* this.#passed(before?.reach ?? 0, after.reach ?? 0);
    if (this.#byToken.size === 0) return;
    for (const word of words()) yield* this.#byToken.get(word) ?? [];
  }

  #fileUnder(token: string, rule: Rule): void {
    const rules = this.#byToken.get(token) ?? [];
    this.#byToken.set(token, rules);
    rules.push(rule);
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

/** Long words are rare ones. Null for a keyword that only leaves out: any text may match it. */
function longestToken({ required }: Keyword): string | null {
  const tokens = required.flatMap((sought) => sought.tokens);
  return tokens.toSorted((one, other) => other.length - one.length)[0] ?? null;
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
