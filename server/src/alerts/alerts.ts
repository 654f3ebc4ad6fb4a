import { advertisersOfImport } from '../ads/adChanges.ts';
import { endedImports, holdImport, takeOffList, type PendingImport } from '../ads/pendingImports.sql.ts';
import { ClickHouseUnavailable, type ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Logger } from '../config/log.ts';
import { isUnavailable } from '../db/postgres/failures.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './alerts.sql.ts';
import type { Firing, RuleAbout } from './alerts.sql.ts';
import { matchRules, type Find, type MatchedRules } from './matchRules.ts';
import { holdRules, type RuleToNotify } from './notify.sql.ts';
import { notifyMatches, type NotifyParts } from './notify.ts';

export interface AlertParts {
  readonly db: Postgres;
  readonly clickhouse: ClickHouse;
  /** The address of this service, for links. */
  readonly site: () => string;
  readonly now: () => Date;
  readonly log: Logger;
  /** How long nothing may come of an import that has not said that it ended. Default: 5 minutes. */
  readonly cutOffMilliseconds?: number;
  /** How many firings are held in memory at once. Default: 500,000, of some hundred bytes each. */
  readonly mostFirings?: number;
}

const usualCutOff = 5 * 60_000;
const usualFirings = 500_000;

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
      told += await lookAt(parts, untold, stopping);
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

/**
 * In as many passes as it takes, each of which ends in a transaction of its own; the last of them takes the import off the
 * list. A rule is in one of them with all that it found: after a kill between two, those that were done find nothing new.
 */
async function lookAt(parts: AlertParts, untold: PendingImport, stopping: AbortSignal): Promise<number> {
  const { db, clickhouse, now, mostFirings = usualFirings } = parts;
  const day = earlier(untold.lastRecordedAt, now()).toISOString().slice(0, 10);
  const rulesAmong = await rulesFor(parts, untold);
  const lookedAgain = new Set<number>();
  let waiting = await rulesAmong(null);
  let told = 0;
  while (!stopping.aborted) {
    const pass = await matchRules({ clickhouse, mostFirings, day }, untold, waiting);
    const ended = await db.transaction((tx) => endPass(tx, untold, pass, { ...parts, lookedAgain }));
    told += ended.told;
    if (ended.isLast) break;
    waiting = [...pass.rest, ...(await rulesAmong(ended.changed))];
    for (const id of ended.changed) lookedAgain.add(id);
  }
  return told;
}

/** Gives the rules that may fire on an import: all, or those of some. */
async function rulesFor(
  { db, clickhouse }: AlertParts,
  { recordings, lastRecordedAt: createdBefore }: PendingImport,
): Promise<(ruleIds: readonly number[] | null) => Promise<RuleAbout[]>> {
  const touched = await advertisersOfImport(clickhouse, recordings);
  return async (ruleIds) =>
    touched.length === 0 || ruleIds?.length === 0
      ? []
      : sql.rulesAbout(db, { advertiserIds: touched, createdBefore, ruleIds });
}

interface EndedPass {
  readonly told: number;
  /** Rules that somebody changed meanwhile, which are to be looked at as they are now. */
  readonly changed: readonly number[];
  /** Whether nothing is left to do here: all is done, or somebody else does it, or more came in. */
  readonly isLast: boolean;
}

interface EndParts extends Pick<AlertParts, 'site' | 'now'> {
  /** Once is enough: who changes a rule again and again would keep everybody waiting. */
  readonly lookedAgain: ReadonlySet<number>;
}

/** Notes what was found, tells what instant rules found, and takes the import off the list when nobody is to look any more. */
async function endPass(
  tx: Postgres,
  untold: PendingImport,
  { finds, rest }: MatchedRules,
  { site, now, lookedAgain }: EndParts,
): Promise<EndedPass> {
  if (!(await holdImport(tx, untold))) return { told: 0, changed: [], isLast: true };
  const rules = await enabledRules(tx, finds);
  const changed = changedSince(finds, rules).filter((id) => !lookedAgain.has(id));
  const isLast = rest.length === 0 && changed.length === 0;
  if (isLast) await takeOffList(tx, untold);
  return { told: await note(tx, finds, rules, { site: site(), now: now() }), changed, isLast };
}

async function enabledRules(tx: Postgres, finds: readonly Find[]): Promise<RuleToNotify[]> {
  if (finds.length === 0) return [];
  const held = await holdRules(
    tx,
    finds.map(({ rule }) => rule.id),
  );
  return held.filter(({ enabled }) => enabled);
}

function changedSince(finds: readonly Find[], rules: readonly RuleToNotify[]): number[] {
  const seenAs = new Map(finds.map(({ rule }) => [rule.id, rule]));
  return rules.filter((rule) => !isSame(rule, seenAs.get(rule.id))).map(({ id }) => id);
}

function isSame(rule: RuleToNotify, seen: RuleAbout | undefined): boolean {
  return seen?.updatedAt.getTime() === rule.updatedAt.getTime();
}

/** Of those that are as they were when they fired. */
async function note(
  tx: Postgres,
  finds: readonly Find[],
  rules: readonly RuleToNotify[],
  telling: NotifyParts,
): Promise<number> {
  const held = new Map(rules.map((rule) => [rule.id, rule]));
  const firingsOf = (isMeant: (rule: RuleToNotify) => boolean): Firing[] =>
    finds.flatMap(({ rule: seen, firings }) => {
      const rule = held.get(seen.id);
      return rule !== undefined && isSame(rule, seen) && isMeant(rule) ? firings : [];
    });
  const later = firingsOf(({ frequency }) => frequency !== 'instant');
  await insertNew(tx, later, { firedAt: telling.now, told: false });
  const atOnce = firingsOf(({ frequency }) => frequency === 'instant');
  const fresh = await insertNew(tx, atOnce, { firedAt: telling.now, told: true });
  return notifyMatches(tx, rules, fresh, telling);
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
