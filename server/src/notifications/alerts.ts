import { advertisersOfImport, happeningsOfImport } from '../catalog/happenings.ts';
import { endedImports, takeOffList, type UntoldImport } from '../catalog/untoldImports.sql.ts';
import { ClickHouseUnavailable, type ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Logger } from '../kernel/log.ts';
import { isUnavailable } from '../kernel/postgres/failures.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import * as sql from './alerts.sql.ts';
import type { Firing } from './alerts.sql.ts';
import { RuleIndex } from './ruleIndex.ts';
import { conditionsOf, firedAd } from './ruleMatch.ts';
import { tellFound } from './tell.ts';

export interface AlertParts {
  readonly db: Postgres;
  readonly clickhouse: ClickHouse;
  /** The address of this service, for links. */
  readonly site: () => string;
  readonly now: () => Date;
  readonly log: Logger;
  /** How long nothing may come of an import that has not said that it ended. Default: 5 minutes. */
  readonly cutOffMilliseconds?: number;
}

const usualCutOff = 5 * 60_000;

/** So many imports are listed at once. */
const importsInList = 1000;

/**
 * Holds every import that has ended against the rules, and tells what they found; how many notifications that makes.
 * Several at once do no harm: whoever takes an import off the list, in the transaction that notes what was found in
 * it, has told of it, and whoever comes later finds it gone. One that fails stays on the list and keeps no other
 * waiting, unless an engine is away.
 */
export async function lookAtImports(parts: AlertParts, stopping: AbortSignal): Promise<number> {
  const { db, now, log, cutOffMilliseconds = usualCutOff } = parts;
  const silentSince = new Date(now().getTime() - cutOffMilliseconds);
  let told = 0;
  const failures: unknown[] = [];
  for (const untold of await endedImports(db, silentSince, importsInList)) {
    if (stopping.aborted) break;
    try {
      told += await lookAt(parts, untold);
    } catch (error) {
      if (isUnavailable(error) || error instanceof ClickHouseUnavailable) throw error;
      log.error({ err: error, import: untold.id }, 'rules could not look at an import');
      failures.push(error);
    }
  }
  if (told > 0) log.info({ notifications: told }, 'rules fired on what was imported');
  if (failures.length > 0) throw failures[0];
  return told;
}

/** What was read is matched before the transaction begins, which is then short. */
async function lookAt(parts: AlertParts, untold: UntoldImport): Promise<number> {
  const firings = await firingsIn(parts, untold);
  return parts.db.transaction(async (tx) => ((await takeOffList(tx, untold)) ? note(tx, firings, parts) : 0));
}

type Firings = ReadonlyMap<WatchingRule, ReadonlyMap<string, Firing>>;

type WatchingRule = ReturnType<typeof watching>;

function watching({ id, ...rule }: sql.RuleAbout) {
  return { id, ...conditionsOf(rule) };
}

/** On which ads of an import each rule fires, by their hashes: whatever else happens to an ad, once is enough. */
async function firingsIn({ db, clickhouse, now }: AlertParts, untold: UntoldImport): Promise<Firings> {
  const { recordings, lastRecordedAt } = untold;
  const firings = new Map<WatchingRule, Map<string, Firing>>();
  const touched = await advertisersOfImport(clickhouse, recordings);
  const rules = await rulesFor(db, touched, lastRecordedAt);
  if (rules.length === 0) return firings;
  const index = new RuleIndex(
    rules.map((rule) => ({ rule: watching(rule), advertiserIds: rule.advertiserIds })),
  );
  const day = earlier(lastRecordedAt, now()).toISOString().slice(0, 10);
  for await (const page of happeningsOfImport(clickhouse, {
    recordings,
    advertiserIds: advertisersOf(rules),
  })) {
    for (const happening of page) {
      for (const rule of index.firing(happening, day)) {
        const ofRule = firings.get(rule) ?? new Map<string, Firing>();
        firings.set(rule, ofRule);
        if (!ofRule.has(happening.hash))
          ofRule.set(happening.hash, {
            ruleId: rule.id,
            happenedAt: happening.at,
            ...firedAd(rule, happening),
          });
      }
    }
  }
  return firings;
}

async function rulesFor(
  db: Postgres,
  touched: readonly { advertiserId: number }[],
  createdBefore: Date,
): Promise<sql.RuleAbout[]> {
  const advertiserIds = touched.map(({ advertiserId }) => advertiserId);
  return advertiserIds.length === 0 ? [] : sql.rulesAbout(db, advertiserIds, createdBefore);
}

/** Null as soon as one is about all of them. */
function advertisersOf(rules: readonly sql.RuleAbout[]): number[] | null {
  const ids = new Set<number>();
  for (const { advertiserIds } of rules) {
    if (advertiserIds === null) return null;
    for (const id of advertiserIds) ids.add(id);
  }
  return [...ids];
}

/** Notes what was found, and tells what instant rules found. */
async function note(tx: Postgres, found: Firings, { site, now }: AlertParts): Promise<number> {
  if (found.size === 0) return 0;
  const held = await sql.holdRules(
    tx,
    [...found.keys()].map(({ id }) => id),
  );
  const firingsOf = (isMeant: (rule: sql.HeldRule) => boolean): Firing[] =>
    stillDue(found, held.filter(isMeant));
  const later = firingsOf(({ frequency }) => frequency !== 'instant');
  await insertNew(tx, later, { firedAt: now(), told: false });
  const atOnce = firingsOf(({ frequency }) => frequency === 'instant');
  const fresh = await insertNew(tx, atOnce, { firedAt: now(), told: true });
  return tellFound(tx, fresh, { site: site(), now: now() });
}

/** What these rules found that are as they were when they fired, the oldest of each first. */
function stillDue(found: Firings, held: readonly sql.HeldRule[]): Firing[] {
  const events = new Map(held.map(({ id, event }) => [id, event]));
  return [...found]
    .filter(([{ id, event }]) => events.get(id) === event)
    .flatMap(([, ofRule]) => [...ofRule.values()].toSorted(byTime));
}

function byTime(one: Firing, other: Firing): number {
  return one.happenedAt < other.happenedAt || (one.happenedAt === other.happenedAt && one.hash < other.hash)
    ? -1
    : 1;
}

const firingsInStatement = 10_000;

/** Those of them that are new. */
async function insertNew(
  tx: Postgres,
  firings: readonly Firing[],
  noted: { readonly firedAt: Date; readonly told: boolean },
): Promise<Firing[]> {
  const added = new Set<string>();
  for (let start = 0; start < firings.length; start += firingsInStatement) {
    const part = firings.slice(start, start + firingsInStatement);
    for (const { ruleId, hash } of await sql.insertFirings(tx, part, noted)) added.add(`${ruleId} ${hash}`);
  }
  return firings.filter(({ ruleId, hash }) => added.has(`${ruleId} ${hash}`));
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
