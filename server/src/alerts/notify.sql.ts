import type { Postgres } from '../db/postgres/postgres.ts';
import type { FiredAd, Notice } from './notices.ts';
import { ruleColumns, type RuleRow } from './rules.sql.ts';

/** A rule that tells, and its owner's address. */
export interface RuleToNotify extends RuleRow {
  readonly ownerEmail: string;
}

/**
 * Rules as they are now, and until the transaction ends: nobody else tells what they found, or changes them. In the
 * order of their ids, so that two who do this do not wait for each other.
 */
export function holdRules(tx: Postgres, ruleIds: readonly number[]): Promise<RuleToNotify[]> {
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

/** Marks what these rules found, before a time where one is given, as told: the oldest of each rule first. */
export function claimPendingImports(
  tx: Postgres,
  ruleIds: readonly number[],
  before: Date | null,
): Promise<FiringRow[]> {
  return tx.query<FiringRow>(
    `WITH taken AS (
       UPDATE rule_firings SET told = true
       WHERE rule_id = ANY ($1) AND NOT told AND ($2::timestamptz IS NULL OR fired_at < $2)
       RETURNING rule_id, ad_hash, advertiser_id, company_name, landing_page, reach, happened_at
     )
     SELECT rule_id AS "ruleId", ad_hash AS hash, advertiser_id AS "advertiserId", company_name AS "companyName",
       landing_page AS "landingPage", reach
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

/** Writes notifications down; their ids by the rules. Few enough at once that the statement stays small. */
export async function insertNotifications(
  tx: Postgres,
  news: readonly NewNotification[],
  now: Date,
): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; ruleId: number }>(
    `INSERT INTO notifications
       (user_id, rule_id, type, company_name, title, body, data, in_inbox, ad_hashes, created_at)
     SELECT user_id, rule_id, type, company_name, title, body, data, in_inbox, string_to_array(hashes, ','), $10
     FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::boolean[],
       $9::text[]) WITH ORDINALITY
       AS news (user_id, rule_id, type, company_name, title, body, data, in_inbox, hashes, number)
     ORDER BY number
     RETURNING id, rule_id AS "ruleId"`,
    [
      news.map(({ userId }) => userId),
      news.map(({ ruleId }) => ruleId),
      news.map(({ type }) => type),
      news.map(({ companyName }) => companyName),
      news.map(({ title }) => title),
      news.map(({ body }) => body),
      news.map(({ data }) => JSON.stringify(data)),
      news.map(({ inInbox }) => inInbox),
      news.map(({ adHashes }) => adHashes.join(',')),
      now,
    ],
  );
  return new Map(rows.map(({ id, ruleId }) => [ruleId, id]));
}

export async function noteFired(tx: Postgres, ruleIds: readonly number[], now: Date): Promise<void> {
  await tx.query(`UPDATE rules SET last_fired_at = $2 WHERE id = ANY ($1)`, [ruleIds, now]);
}

/** A person who wants something sent to an address. */
export interface Recipient {
  readonly userId: string;
  readonly address: string;
}

/** Those of them who may: to their own address, and to those of who is in a team with them. */
export function allowedRecipients(db: Postgres, recipients: readonly Recipient[]): Promise<Recipient[]> {
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
    [recipients.map(({ userId }) => userId), recipients.map(({ address }) => address)],
  );
}

export async function addressOf(db: Postgres, userId: string): Promise<string> {
  const [row] = await db.query<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [userId]);
  if (row === undefined) throw new Error(`there is no person ${userId}`);
  return row.email;
}

/** Whether nobody else tells digests until this transaction ends. */
export async function claimDigests(tx: Postgres): Promise<boolean> {
  const [row] = await tx.query<{ isMine: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('digests', 0)) AS "isMine"`,
  );
  if (row === undefined) throw new Error('the lock of digests told nothing');
  return row.isMine;
}

/**
 * The rules that have something to tell by now. What is found before a time and written down only after it waits for
 * the next: a rule that has told since then has told for this period.
 */
export function rulesDue(
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
