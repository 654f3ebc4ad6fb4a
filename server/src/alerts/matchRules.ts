import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { adChangesOfImport, type AdChange } from '../ads/adChanges.ts';
import type { PendingImport } from '../ads/pendingImports.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Firing, CandidateRule } from './alerts.sql.ts';
import { RuleIndex } from './ruleIndex.ts';
import { toConditions, firedAd } from './ruleMatch.ts';

export interface RuleMatches {
  readonly rule: CandidateRule;
  readonly firings: readonly Firing[];
}

export interface MatchedRules {
  readonly matches: readonly RuleMatches[];
  readonly deferred: readonly CandidateRule[];
}

export interface MatchRulesParts {
  readonly clickhouse: ClickHouse;
  /** Firings held in memory at once; a single rule may exceed it. */
  readonly maxFirings: number;
  /** The day of the recording, which decides what counts as recent. */
  readonly day: string;
}

/** If the firings exceed the limit, the last rules are deferred with all of their firings. */
export async function matchRules(
  { clickhouse, maxFirings, day }: MatchRulesParts,
  { recordings }: PendingImport,
  rules: readonly CandidateRule[],
): Promise<MatchedRules> {
  if (rules.length === 0) return { matches: [], deferred: [] };
  const index = new RuleIndex(
    rules.map((rule, position) => ({
      rule: { position, ...toConditions(rule) },
      advertiserIds: rule.advertiserIds,
    })),
  );
  const matches = new MatchCollector(rules, maxFirings);
  for await (const page of adChangesOfImport(clickhouse, {
    recordings,
    advertiserIds: listAdvertisers(rules),
  })) {
    for (const change of page) {
      for (const { position } of index.firing(change, day)) matches.add(position, change);
    }
    await yieldToEventLoop();
  }
  return matches.result();
}

/** Null if any rule applies to all advertisers. */
function listAdvertisers(rules: readonly CandidateRule[]): number[] | null {
  const ids = new Set<number>();
  for (const { advertiserIds } of rules) {
    if (advertiserIds === null) return null;
    for (const id of advertiserIds) ids.add(id);
  }
  return [...ids];
}

class MatchCollector {
  readonly #rules: readonly CandidateRule[];
  readonly #maxFirings: number;
  /** Per rule, by hash: a rule fires at most once per ad. */
  readonly #firings: Map<string, Firing>[];
  #count = 0;
  /** The rules from this position on are deferred. */
  #end: number;

  constructor(rules: readonly CandidateRule[], maxFirings: number) {
    this.#rules = rules;
    this.#maxFirings = maxFirings;
    this.#firings = rules.map(() => new Map<string, Firing>());
    this.#end = rules.length;
  }

  add(position: number, change: AdChange): void {
    const [rule, firings] = [this.#rules[position], this.#firings[position]];
    if (rule === undefined || firings === undefined || position >= this.#end) return;
    if (firings.has(change.hash)) return;
    firings.set(change.hash, {
      ruleId: rule.id,
      happenedAt: change.at,
      ...firedAd(rule, change),
    });
    this.#count += 1;
    while (this.#count > this.#maxFirings && this.#end > 1) this.#deferLast();
  }

  #deferLast(): void {
    this.#end -= 1;
    const dropped = this.#firings[this.#end];
    this.#count -= dropped?.size ?? 0;
    dropped?.clear();
  }

  result(): MatchedRules {
    const found = this.#rules.slice(0, this.#end).map((rule, position) => ({
      rule,
      firings: [...(this.#firings[position]?.values() ?? [])].toSorted(compareByTime),
    }));
    return {
      matches: found.filter(({ firings }) => firings.length > 0),
      deferred: this.#rules.slice(this.#end),
    };
  }
}

function compareByTime(one: Firing, other: Firing): number {
  return one.happenedAt < other.happenedAt || (one.happenedAt === other.happenedAt && one.hash < other.hash)
    ? -1
    : 1;
}
