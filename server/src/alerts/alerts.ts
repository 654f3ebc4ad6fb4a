import { advertisersOfImport } from '../ads/adChanges.sql.ts';
import { readAliases } from '../ads/ads.sql.ts';
import * as imports from '../ads/pendingImports.sql.ts';
import { closeInterrupted } from '../ads/recordings.ts';
import { ClickHouseUnavailable, type ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Logger } from '../config/log.ts';
import { isUnavailable } from '../db/postgres/failures.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './alerts.sql.ts';
import { matchRules, type RuleMatches, type MatchedRules } from './matchRules.ts';
import { notifyMatches, type NotifyParts } from './notify.ts';

export interface AlertParts {
  readonly db: Postgres;
  readonly clickhouse: ClickHouse;
  readonly site: () => string;
  readonly now: () => Date;
  readonly log: Logger;
  /** An import without an end marker counts as ended after this long without recordings. Default: 5 minutes. */
  readonly idleMilliseconds?: number;
  /** Firings locked in memory at once, a few hundred bytes each. Default: 500,000. */
  readonly maxFirings?: number;
}

const defaultIdleMilliseconds = 5 * 60_000;
const defaultMaxFirings = 500_000;

const importsPerRun = 1000;

/**
 * Matches every ended import against the rules, sends notifications and returns their number. Safe to run concurrently:
 * an import is removed from the pending list in the transaction that stores its firings. A failed import stays pending
 * and does not block others, unless a database is unavailable.
 */
export async function matchImports(parts: AlertParts, stopping: AbortSignal): Promise<number> {
  const { db, clickhouse, now, log, idleMilliseconds = defaultIdleMilliseconds } = parts;
  // Imports wait for earlier recordings, also for those of a killed node.
  await closeInterrupted(clickhouse, db);
  const silentSince = new Date(now().getTime() - idleMilliseconds);
  let sent = 0;
  const failures: unknown[] = [];
  for (const pending of await imports.endedImports(db, silentSince, importsPerRun)) {
    if (stopping.aborted) break;
    try {
      sent += await matchImport(parts, pending, stopping);
    } catch (error) {
      if (isUnavailable(error) || error instanceof ClickHouseUnavailable) throw error;
      log.error({ err: error, import: pending.id }, 'rule matching failed');
      failures.push(error);
    }
  }
  if (sent > 0) log.info({ notifications: sent }, 'notifications sent');
  if (failures.length > 0) throw failures[0];
  return sent;
}

/**
 * Each pass ends with its own transaction; the last one removes the import from the pending list. All firings of a rule
 * belong to one pass: if the process is killed between passes, repeating the finished ones adds nothing.
 */
async function matchImport(parts: AlertParts, pending: imports.PendingImport, stopping: AbortSignal) {
  const { db, clickhouse, now, maxFirings = defaultMaxFirings } = parts;
  const recordedAt = Math.min(pending.lastRecordedAt.getTime(), now().getTime());
  const day = new Date(recordedAt).toISOString().slice(0, 10);
  const findRules = await candidateRules(parts, pending);
  const rematched = new Set<number>();
  let waiting = await findRules(null);
  let sent = 0;
  while (!stopping.aborted) {
    const pass = await matchRules({ clickhouse, maxFirings, day }, pending, waiting);
    const ended = await db.transaction((tx) => endPass(tx, pending, pass, { ...parts, rematched }));
    sent += ended.sent;
    if (ended.isLast) break;
    waiting = [...pass.deferred, ...(await findRules(ended.changed))];
    for (const id of ended.changed) rematched.add(id);
  }
  return sent;
}

async function candidateRules(
  { db, clickhouse }: AlertParts,
  { recordings, lastRecordedAt: createdUntil }: imports.PendingImport,
): Promise<(ruleIds: readonly number[] | null) => Promise<sql.CandidateRule[]>> {
  const advertiserIds = await advertisersOfImport(clickhouse, recordings);
  // Rules and follows may have the id of a name that belongs to another advertiser by now.
  const aliases = await readAliases(clickhouse, advertiserIds);
  const ids = [...advertiserIds, ...aliases.keys()];
  return async (ruleIds) => {
    if (ids.length === 0 || ruleIds?.length === 0) return [];
    const rules = await sql.findCandidateRules(db, { advertiserIds: ids, createdUntil, ruleIds });
    return rules.map((rule) =>
      Object.assign(rule, {
        advertiserIds: rule.advertiserIds && [
          ...new Set(rule.advertiserIds.map((id) => aliases.get(id) ?? id)),
        ],
      }),
    );
  };
}

interface EndParts extends Pick<AlertParts, 'site' | 'now'> {
  /** Rules already matched again once: a rule that keeps changing must not block the import. */
  readonly rematched: ReadonlySet<number>;
}

/**
 * Stores the firings, sends those of instant rules, and removes the import from the pending list after the last pass.
 * `isLast`: this node is done with the import, because it is finished, taken by another node, or has more recordings.
 */
async function endPass(
  tx: Postgres,
  pending: imports.PendingImport,
  { matches, deferred }: MatchedRules,
  { site, now, rematched }: EndParts,
) {
  if (!(await imports.lockPendingImport(tx, pending))) return { sent: 0, changed: [], isLast: true };
  const rules = await lockEnabledRules(tx, matches);
  const changed = changedRuleIds(matches, rules).filter((id) => !rematched.has(id));
  const isLast = deferred.length === 0 && changed.length === 0;
  if (isLast) await imports.deletePendingImport(tx, pending);
  return { sent: await storeFirings(tx, matches, rules, { site: site(), now: now() }), changed, isLast };
}

async function lockEnabledRules(tx: Postgres, matches: readonly RuleMatches[]): Promise<sql.RuleToNotify[]> {
  if (matches.length === 0) return [];
  const ids = matches.map(({ rule }) => rule.id);
  const locked = await sql.lockRules(tx, ids);
  return locked.filter(({ enabled }) => enabled);
}

function changedRuleIds(matches: readonly RuleMatches[], rules: readonly sql.RuleToNotify[]): number[] {
  const matched = new Map(matches.map(({ rule }) => [rule.id, rule]));
  return rules.filter((rule) => !isUnchanged(rule, matched.get(rule.id))).map(({ id }) => id);
}

function isUnchanged(rule: sql.RuleToNotify, matchedRule: sql.CandidateRule | undefined): boolean {
  return matchedRule?.updatedAt.getTime() === rule.updatedAt.getTime();
}

/** Ignores rules that changed since they were matched. */
async function storeFirings(
  tx: Postgres,
  matches: readonly RuleMatches[],
  rules: readonly sql.RuleToNotify[],
  params: NotifyParts,
): Promise<number> {
  const locked = new Map(rules.map((rule) => [rule.id, rule]));
  const firingsOf = (isIncluded: (rule: sql.RuleToNotify) => boolean): sql.Firing[] =>
    matches.flatMap(({ rule: matchedRule, firings }) => {
      const rule = locked.get(matchedRule.id);
      return rule !== undefined && isUnchanged(rule, matchedRule) && isIncluded(rule) ? firings : [];
    });
  const later = firingsOf(({ frequency }) => frequency !== 'instant');
  await insertNewFirings(tx, later, { firedAt: params.now, isSent: false });
  const atOnce = firingsOf(({ frequency }) => frequency === 'instant');
  const fresh = await insertNewFirings(tx, atOnce, { firedAt: params.now, isSent: true });
  return notifyMatches(tx, rules, fresh, params);
}

const firingsPerStatement = 10_000;

async function insertNewFirings(
  tx: Postgres,
  firings: readonly sql.Firing[],
  state: { readonly firedAt: Date; readonly isSent: boolean },
): Promise<sql.Firing[]> {
  const added = new Set<string>();
  for (let start = 0; start < firings.length; start += firingsPerStatement) {
    const part = firings.slice(start, start + firingsPerStatement);
    for (const { ruleId, hash } of await sql.insertFirings(tx, part, state)) added.add(`${ruleId} ${hash}`);
  }
  return firings.filter(({ ruleId, hash }) => added.has(`${ruleId} ${hash}`));
}
