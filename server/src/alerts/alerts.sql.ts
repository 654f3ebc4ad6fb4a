import { toColumns } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { FiredAd, Notice } from './notices.ts';
import { ruleColumns, type RuleRow } from './rules.sql.ts';

export interface CandidateRule extends RuleRow {
  /** The given advertisers that the rule applies to; null: all. */
  readonly advertiserIds: readonly number[] | null;
}

interface RuleFilter {
  readonly advertiserIds: readonly number[];
  readonly createdUntil: Date;
  readonly ruleIds: readonly number[] | null;
}

/** Enabled rules created until a time, which is included, that apply to these advertisers: by name, by follow, or to all. */
export function findCandidateRules(db: Postgres, { advertiserIds, createdUntil, ruleIds }: RuleFilter) {
  return db.query<CandidateRule>(
    `SELECT ${ruleColumns}, about."advertiserIds"
     FROM (
       SELECT rule_id, array_agg(advertiser_id) AS "advertiserIds"
       FROM (
         SELECT rule_id, advertiser_id FROM rule_advertisers WHERE advertiser_id = ANY ($1)
         UNION ALL
         SELECT followed.id, advertiser_id
         FROM follows JOIN rules followed USING (user_id)
         WHERE advertiser_id = ANY ($1) AND followed.is_for_followed
       ) AS named
       GROUP BY rule_id
       UNION ALL
       SELECT id, NULL FROM rules WHERE NOT is_for_followed AND company_names = '{}'
     ) AS about
     JOIN rules rule ON rule.id = about.rule_id
     WHERE rule.enabled AND rule.created_at <= $2 AND ($3::bigint[] IS NULL OR rule.id = ANY ($3))
     ORDER BY rule.id`,
    [advertiserIds, createdUntil, ruleIds],
  );
}

export interface Firing extends FiringRow {
  readonly happenedAt: string;
}

export async function insertFirings(
  tx: Postgres,
  firings: readonly Firing[],
  { firedAt, isSent }: { readonly firedAt: Date; readonly isSent: boolean },
) {
  return tx.query<Pick<Firing, 'ruleId' | 'hash'>>(
    `INSERT INTO rule_firings
       (rule_id, ad_hash, advertiser_id, company_name, happened_at, landing_page, reach, claims, event, fired_at, told)
     SELECT found.*, rule.event, $9, $10
     FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[], $6::text[], $7::float8[],
       $8::text[])
       AS found (rule_id)
     JOIN rules rule ON rule.id = found.rule_id
     ON CONFLICT DO NOTHING
     RETURNING rule_id AS "ruleId", ad_hash AS hash`,
    [
      ...toColumns(
        firings,
        'ruleId',
        'hash',
        'advertiserId',
        'companyName',
        'happenedAt',
        'landingPage',
        'reach',
        'claims',
      ),
      firedAt,
      isSent,
    ],
  );
}

export interface RuleToNotify extends RuleRow {
  readonly ownerEmail: string;
}

/** Locks in id order to prevent deadlocks. Other nodes cannot send these firings until the transaction ends. */
export function lockRules(tx: Postgres, ruleIds: readonly number[]) {
  return tx.query<RuleToNotify>(
    `SELECT ${ruleColumns}, person.email AS "ownerEmail"
     FROM rules rule
     JOIN users person ON person.id = rule.user_id
     WHERE rule.id = ANY ($1)
     ORDER BY rule.id
     FOR NO KEY UPDATE OF rule`,
    [ruleIds],
  );
}

export interface FiringRow extends FiredAd {
  readonly ruleId: number;
}

export function claimPendingFirings(tx: Postgres, ruleIds: readonly number[], before: Date | null) {
  return tx.query<FiringRow>(
    `WITH taken AS (
       UPDATE rule_firings SET told = true
       WHERE rule_id = ANY ($1) AND NOT told AND ($2::timestamptz IS NULL OR fired_at < $2)
       RETURNING rule_id, ad_hash, advertiser_id, company_name, landing_page, reach, claims, happened_at
     )
     SELECT rule_id AS "ruleId", ad_hash AS hash, advertiser_id AS "advertiserId", company_name AS "companyName",
       landing_page AS "landingPage", reach, claims
     FROM taken
     ORDER BY rule_id, happened_at, ad_hash`,
    [ruleIds, before],
  );
}

export interface NewNotification extends Notice {
  readonly ruleId: number;
  readonly userId: string;
  readonly type: string;
  readonly adHashes: readonly string[];
  readonly inInbox: boolean;
}

export async function insertNotifications(
  tx: Postgres,
  notifications: readonly NewNotification[],
  now: Date,
) {
  const rows = await tx.query<{ id: number; ruleId: number }>(
    `INSERT INTO notifications
       (user_id, rule_id, type, company_name, title, body, data, in_inbox, ad_hashes, created_at)
     SELECT user_id, rule_id, type, company_name, title, body, data, in_inbox, string_to_array(hashes, ','), $10
     FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::boolean[],
       $9::text[]) WITH ORDINALITY
       AS added (user_id, rule_id, type, company_name, title, body, data, in_inbox, hashes, number)
     ORDER BY number
     RETURNING id, rule_id AS "ruleId"`,
    [
      ...toColumns(notifications, 'userId', 'ruleId', 'type', 'companyName', 'title', 'body'),
      notifications.map(({ data }) => JSON.stringify(data)),
      notifications.map(({ inInbox }) => inInbox),
      notifications.map(({ adHashes }) => adHashes.join(',')),
      now,
    ],
  );
  return new Map(rows.map(({ id, ruleId }) => [ruleId, id]));
}

export async function updateLastNotified(tx: Postgres, ruleIds: readonly number[], now: Date) {
  await tx.query(`UPDATE rules SET last_fired_at = $2 WHERE id = ANY ($1)`, [ruleIds, now]);
}

interface Recipient {
  readonly userId: string;
  readonly address: string;
}

/** Only the user's own address and the addresses of members of the same team are allowed. */
export function findAllowedRecipients(db: Postgres, recipients: readonly Recipient[]) {
  return db.query<Recipient>(
    `SELECT DISTINCT wanted.user_id AS "userId", wanted.address
     FROM unnest($1::text[], $2::text[]) AS wanted (user_id, address)
     JOIN users recipient ON lower(recipient.email) = lower(wanted.address)
     WHERE recipient.id = wanted.user_id
       OR EXISTS (
         SELECT FROM team_members own
         JOIN team_members other USING (team_id)
         WHERE own.user_id = wanted.user_id AND own.joined_at IS NOT NULL
           AND other.user_id = recipient.id AND other.joined_at IS NOT NULL
       )`,
    toColumns(recipients, 'userId', 'address'),
  );
}

export async function findUserEmail(db: Postgres, userId: string) {
  const [row] = await db.query<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [userId]);
  if (row === undefined) throw new Error(`user ${userId} not found`);
  return row.email;
}

export async function tryLockDigests(tx: Postgres) {
  const [row] = await tx.query<{ isMine: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('digests', 0)) AS "isMine"`,
  );
  if (row === undefined) throw new Error('the digest lock returned no row');
  return row.isMine;
}

/** Skips rules that sent their digest for the period: firings that were stored late wait for the next one. */
export function findDueRules(
  db: Postgres,
  lastDaily: Date,
  lastWeekly: Date,
): Promise<Pick<RuleRow, 'id' | 'frequency'>[]> {
  return db.query(
    `SELECT rule.id, rule.frequency
     FROM (SELECT rule_id, min(fired_at) AS fired_at FROM rule_firings WHERE NOT told GROUP BY rule_id) waiting
     JOIN rules rule ON rule.id = waiting.rule_id
     LEFT JOIN (VALUES ('daily', $1::timestamptz), ('weekly', $2::timestamptz)) AS period (frequency, due_at)
       ON period.frequency = rule.frequency
     WHERE period.due_at IS NULL
       OR (waiting.fired_at < period.due_at
         AND (rule.last_fired_at IS NULL OR rule.last_fired_at < period.due_at))
     ORDER BY rule.id`,
    [lastDaily, lastWeekly],
  );
}
