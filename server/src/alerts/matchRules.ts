import { setImmediate as givingWay } from 'node:timers/promises';
import { happeningsOfImport, type AdChange } from '../ads/adChanges.ts';
import type { PendingImport } from '../ads/pendingImports.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Firing, RuleAbout } from './alerts.sql.ts';
import { RuleIndex } from './ruleIndex.ts';
import { conditionsOf, firedAd } from './ruleMatch.ts';

/** What a rule found in an import, the oldest first. */
export interface Find {
  readonly rule: RuleAbout;
  readonly firings: readonly Firing[];
}

export interface MatchedRules {
  readonly finds: readonly Find[];
  /** Rules that are put off to the next pass. */
  readonly rest: readonly RuleAbout[];
}

export interface MatchRulesParts {
  readonly clickhouse: ClickHouse;
  /** How many firings are held at once, unless one rule alone has more. */
  readonly mostFirings: number;
  /** On which what is recorded is news or history. */
  readonly day: string;
}

/**
 * Goes over what happened in an import with as many of the rules, from the first on, as there is room for what they find:
 * of each either everything or nothing.
 */
export async function matchRules(
  { clickhouse, mostFirings, day }: MatchRulesParts,
  { recordings }: PendingImport,
  rules: readonly RuleAbout[],
): Promise<MatchedRules> {
  if (rules.length === 0) return { finds: [], rest: [] };
  const index = new RuleIndex(rules.map(filed));
  const finds = new Finds(rules, mostFirings);
  for await (const page of happeningsOfImport(clickhouse, {
    recordings,
    advertiserIds: advertisersOf(rules),
  })) {
    for (const happening of page) {
      for (const { place } of index.firing(happening, day)) finds.add(place, happening);
    }
    await givingWay();
  }
  return finds.pass();
}

function filed(rule: RuleAbout, place: number) {
  return { rule: { place, ...conditionsOf(rule) }, advertiserIds: rule.advertiserIds };
}

/** Null as soon as one is about all of them. */
function advertisersOf(rules: readonly RuleAbout[]): number[] | null {
  const ids = new Set<number>();
  for (const { advertiserIds } of rules) {
    if (advertiserIds === null) return null;
    for (const id of advertiserIds) ids.add(id);
  }
  return [...ids];
}

class Finds {
  readonly #rules: readonly RuleAbout[];
  readonly #mostFirings: number;
  /** For each rule, by hash: whatever else happens to an ad, once is enough. */
  readonly #firings: Map<string, Firing>[];
  #count = 0;
  /** The rules from this place on are put off. */
  #end: number;

  constructor(rules: readonly RuleAbout[], mostFirings: number) {
    this.#rules = rules;
    this.#mostFirings = mostFirings;
    this.#firings = rules.map(() => new Map<string, Firing>());
    this.#end = rules.length;
  }

  add(place: number, happening: AdChange): void {
    const [rule, firings] = [this.#rules[place], this.#firings[place]];
    if (rule === undefined || firings === undefined || place >= this.#end) return;
    if (firings.has(happening.hash)) return;
    firings.set(happening.hash, {
      ruleId: rule.id,
      happenedAt: happening.at,
      ...firedAd(rule, happening),
    });
    this.#count += 1;
    while (this.#count > this.#mostFirings && this.#end > 1) this.#putOffLast();
  }

  #putOffLast(): void {
    this.#end -= 1;
    const dropped = this.#firings[this.#end];
    this.#count -= dropped?.size ?? 0;
    dropped?.clear();
  }

  pass(): MatchedRules {
    const found = this.#rules.slice(0, this.#end).map((rule, place) => ({
      rule,
      firings: [...(this.#firings[place]?.values() ?? [])].toSorted(byTime),
    }));
    return { finds: found.filter(({ firings }) => firings.length > 0), rest: this.#rules.slice(this.#end) };
  }
}

function byTime(one: Firing, other: Firing): number {
  return one.happenedAt < other.happenedAt || (one.happenedAt === other.happenedAt && one.hash < other.hash)
    ? -1
    : 1;
}
