import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { adChangesOfImport } from '../ads/adChanges.ts';
import type { PendingImport } from '../ads/pendingImports.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Firing, CandidateRule } from './alerts.sql.ts';
import { matchBursts, type MatchedImport } from './bursts.ts';
import { matchClaims } from './claims.ts';
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
  const placed = rules.map((rule, position) => ({ ...rule, position }));
  const ofBursts = placed.filter(({ event }) => event === 'momentum');
  const ofClaims = placed.filter(({ event }) => event === 'claim');
  const ofChanges = placed.filter(({ event }) => event !== 'momentum' && event !== 'claim');
  const { add, result } = collectFirings(rules, maxFirings);
  if (ofChanges.length > 0) await matchChanges({ clickhouse, recordings, day }, ofChanges, add);
  await matchBursts({ clickhouse, recordings, day }, ofBursts, add);
  await matchClaims({ clickhouse, recordings, day }, ofClaims, add);
  return result();
}

type PlacedRule = CandidateRule & { readonly position: number };
type AddFiring = (position: number, ad: Omit<Firing, 'ruleId'>) => void;

async function matchChanges(
  { clickhouse, recordings, day }: MatchedImport,
  rules: readonly PlacedRule[],
  add: AddFiring,
): Promise<void> {
  const index = new RuleIndex(
    rules.map((rule) => ({
      rule: { position: rule.position, ...toConditions(rule) },
      advertiserIds: rule.advertiserIds,
    })),
  );
  const query = { recordings, advertiserIds: listAdvertisers(rules) };
  for await (const page of adChangesOfImport(clickhouse, query)) {
    for (const change of page) {
      for (const { position, event } of index.firing(change, day)) {
        add(position, { happenedAt: change.at, ...firedAd({ event }, change) });
      }
    }
    await yieldToEventLoop();
  }
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
    add: ((position, ad) => {
      const entry = collected[position];
      if (entry === undefined || entry.firings.has(ad.hash)) return;
      const { rule, firings } = entry;
      firings.set(ad.hash, { ruleId: rule.id, ...ad });
      count += 1;
      while (count > maxFirings && collected.length > 1) {
        const last = collected.pop();
        if (last === undefined) return;
        count -= last.firings.size;
        deferred.unshift(last.rule);
      }
    }) satisfies AddFiring,
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
