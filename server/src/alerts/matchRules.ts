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

interface MatchRulesParts {
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
  const { add, result } = collectFirings(rules, maxFirings);
  const query = { recordings, advertiserIds: listAdvertisers(rules) };
  for await (const page of adChangesOfImport(clickhouse, query)) {
    for (const change of page) for (const { position } of index.firing(change, day)) add(position, change);
    await yieldToEventLoop();
  }
  return result();
}

/** Null if any rule applies to all advertisers. */
function listAdvertisers(rules: readonly CandidateRule[]): number[] | null {
  const ids = rules.map(({ advertiserIds }) => advertiserIds);
  return ids.includes(null) ? null : [...new Set(ids.flatMap((each) => each ?? []))];
}

function collectFirings(rules: readonly CandidateRule[], maxFirings: number) {
  // By hash: a rule fires at most once per ad.
  const collected = rules.map((rule) => ({ rule, firings: new Map<string, Firing>() }));
  const deferred: CandidateRule[] = [];
  let count = 0;
  return {
    add: (position: number, change: AdChange): void => {
      const entry = collected[position];
      if (entry === undefined || entry.firings.has(change.hash)) return;
      const { rule, firings } = entry;
      firings.set(change.hash, { ruleId: rule.id, happenedAt: change.at, ...firedAd(rule, change) });
      count += 1;
      while (count > maxFirings && collected.length > 1) {
        const last = collected.pop();
        if (last === undefined) return;
        count -= last.firings.size;
        deferred.unshift(last.rule);
      }
    },
    result: (): MatchedRules => {
      const matches = collected.map(({ rule, firings }) => ({
        rule,
        firings: [...firings.values()].toSorted(compareByTime),
      }));
      return { matches: matches.filter(({ firings }) => firings.length > 0), deferred };
    },
  };
}

function compareByTime(one: Firing, other: Firing): number {
  return one.happenedAt < other.happenedAt || (one.happenedAt === other.happenedAt && one.hash < other.hash)
    ? -1
    : 1;
}
