import type { Rule } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { WithDates } from '../rpc/isoTimes.ts';

export interface RuleRow extends WithDates<
  Omit<Rule, 'companyNames'>,
  'lastFiredAt' | 'createdAt' | 'updatedAt'
> {
  readonly userId: string;
  /** Applies to the advertisers that its owner currently follows; `companyNames` is then empty. */
  readonly isForFollowed: boolean;
  /** Empty: every advertiser, unless `isForFollowed`. */
  readonly companyNames: string[];
}

/** Requires the alias `rule` for the table `rules`. */
export const ruleColumns = `rule.id, rule.user_id AS "userId", rule.name, rule.enabled, rule.event,
  rule.is_for_followed AS "isForFollowed", rule.company_names AS "companyNames", rule.platforms, rule.keywords,
  rule.threshold, rule.times_usual AS "timesUsual", rule.frequency, rule.channels, rule.last_fired_at AS "lastFiredAt",
  rule.created_at AS "createdAt", rule.updated_at AS "updatedAt"`;

export function listRules(db: Postgres, userId: string) {
  return db.query<RuleRow>(`SELECT ${ruleColumns} FROM rules rule WHERE rule.user_id = $1 ORDER BY rule.id`, [
    userId,
  ]);
}

export async function findRule(db: Postgres, id: number, lock = '') {
  const [row] = await db.query<RuleRow>(`SELECT ${ruleColumns} FROM rules rule WHERE rule.id = $1 ${lock}`, [
    id,
  ]);
  return row;
}

/** Locks the rule until the transaction ends, so that nobody else changes it or sends its firings. */
export function lockRule(tx: Postgres, id: number): Promise<RuleRow | undefined> {
  return findRule(tx, id, 'FOR NO KEY UPDATE');
}

export function lockUserRules(tx: Postgres, userId: string): Promise<Pick<RuleRow, 'id'>[]> {
  return tx.query(`SELECT id FROM rules WHERE user_id = $1 ORDER BY id FOR NO KEY UPDATE`, [userId]);
}

/** Serializes rule creation per user until the transaction ends, so that the quota holds. */
export async function lockRuleCreation(tx: Postgres, userId: string) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('rules of ' || $1, 0))`, [userId]);
}

export async function countRules(db: Postgres, userId: string) {
  const [row] = await db.query<{ count: number }>(`SELECT count(*) FROM rules WHERE user_id = $1`, [userId]);
  return row?.count ?? 0;
}

export async function countWideRules(db: Postgres, userId: string) {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM rules
     WHERE user_id = $1 AND NOT is_for_followed AND company_names = '{}' AND keywords = '{}'
       AND event <> 'reach_above'`,
    [userId],
  );
  return row?.count ?? 0;
}

export type RuleFields = Omit<RuleRow, 'id' | 'userId' | 'lastFiredAt' | 'createdAt' | 'updatedAt'>;

export const ruleDefaults: Omit<RuleFields, 'name' | 'event'> = {
  enabled: true,
  isForFollowed: false,
  companyNames: [],
  platforms: [],
  keywords: [],
  threshold: null,
  timesUsual: 3,
  frequency: 'instant',
  channels: [{ type: 'inbox', target: null }],
};

function toRuleValues(rule: RuleFields): unknown[] {
  const { name, enabled, event, isForFollowed, companyNames, platforms, keywords, threshold, timesUsual } =
    rule;
  const filters = [isForFollowed, companyNames, platforms, keywords, threshold, timesUsual];
  return [name, enabled, event, ...filters, rule.frequency, JSON.stringify(rule.channels)];
}

export async function insertRule(tx: Postgres, userId: string, rule: RuleFields) {
  const [row] = await tx.query<RuleRow>(
    `INSERT INTO rules AS rule (user_id, name, enabled, event, is_for_followed, company_names, platforms, keywords,
       threshold, times_usual, frequency, channels)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     RETURNING ${ruleColumns}`,
    [userId, ...toRuleValues(rule)],
  );
  if (row === undefined) throw new Error('the new rule was not returned');
  return row;
}

export async function updateRule(tx: Postgres, id: number, rule: RuleFields) {
  const [row] = await tx.query<RuleRow>(
    `UPDATE rules rule
     SET name = $2, enabled = $3, event = $4, is_for_followed = $5, company_names = $6, platforms = $7, keywords = $8,
       threshold = $9, times_usual = $10, frequency = $11, channels = $12, updated_at = now()
     WHERE rule.id = $1
     RETURNING ${ruleColumns}`,
    [id, ...toRuleValues(rule)],
  );
  if (row === undefined) throw new Error(`rule ${id} was deleted concurrently`);
  return row;
}

export async function setRuleAdvertisers(tx: Postgres, ruleId: number, advertiserIds: readonly number[]) {
  await tx.query(`DELETE FROM rule_advertisers WHERE rule_id = $1`, [ruleId]);
  await tx.query(
    `INSERT INTO rule_advertisers (rule_id, advertiser_id)
     SELECT $1, advertiser_id FROM unnest($2::bigint[]) AS advertiser_id`,
    [ruleId, advertiserIds],
  );
}

export async function deleteSomeFirings(tx: Postgres, ruleId: number, most: number) {
  const rows = await tx.query(
    `DELETE FROM rule_firings
     WHERE rule_id = $1 AND ad_hash IN (SELECT ad_hash FROM rule_firings WHERE rule_id = $1 LIMIT $2)
     RETURNING rule_id`,
    [ruleId, most],
  );
  return rows.length;
}

export async function discardPendingFirings(tx: Postgres, ruleId: number) {
  await tx.query(`UPDATE rule_firings SET told = true WHERE rule_id = $1 AND NOT told`, [ruleId]);
}

export async function deleteRule(tx: Postgres, id: number) {
  await tx.query(`DELETE FROM rules WHERE id = $1`, [id]);
}

/** Returns true only the first time for a user, even after the rule was deleted. */
export async function markFirstFollow(tx: Postgres, userId: string) {
  const rows = await tx.query(
    `INSERT INTO first_follow_rules (user_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING user_id`,
    [userId],
  );
  return rows.length > 0;
}
