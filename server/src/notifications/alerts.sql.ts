import type { Postgres } from '../kernel/postgres/postgres.ts';
import type { FiredAd } from './notices.ts';
import { ruleColumns, type RuleRow } from './rules.sql.ts';

export interface RuleAbout extends RuleRow {
  /** Those of the advertisers asked for that it is about; null: all. */
  readonly advertiserIds: readonly number[] | null;
}

/** The rules that were there at a time and may fire on ads of these advertisers: named, followed, or any at all. */
export function rulesAbout(
  db: Postgres,
  advertiserIds: readonly number[],
  createdBefore: Date,
): Promise<RuleAbout[]> {
  return db.query<RuleAbout>(
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
     WHERE rule.enabled AND rule.created_at <= $2`,
    [advertiserIds, createdBefore],
  );
}

/** The advertisers that a person follows. */
export async function followedAdvertisers(db: Postgres, userId: string): Promise<number[]> {
  const rows = await db.query<{ advertiserId: number }>(
    `SELECT advertiser_id AS "advertiserId" FROM follows WHERE user_id = $1`,
    [userId],
  );
  return rows.map((row) => row.advertiserId);
}

/** Rules as they are now, which stay so until the transaction ends; those that are disabled or gone are left out. */
export function holdRules(
  tx: Postgres,
  ruleIds: readonly number[],
): Promise<Pick<RuleRow, 'id' | 'event' | 'frequency'>[]> {
  return tx.query<Pick<RuleRow, 'id' | 'event' | 'frequency'>>(
    `SELECT id, event, frequency FROM rules WHERE id = ANY ($1) AND enabled ORDER BY id FOR NO KEY UPDATE`,
    [ruleIds],
  );
}

/** A rule that fired on an ad. */
export interface Firing extends FiredAd {
  readonly ruleId: number;
  readonly happenedAt: string;
}

/** Notes on which ads rules fired; the rules that had not fired on one of theirs before. */
export async function insertFirings(
  tx: Postgres,
  firings: readonly Firing[],
  firedAt: Date,
): Promise<number[]> {
  const column = <Name extends keyof Firing>(name: Name): Firing[Name][] => firings.map((each) => each[name]);
  const rows = await tx.query<{ ruleId: number }>(
    `WITH fresh AS (
       INSERT INTO rule_firings
         (rule_id, ad_hash, advertiser_id, company_name, happened_at, landing_page, reach, fired_at)
       SELECT *, $8
       FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[], $6::text[], $7::float8[])
       ON CONFLICT DO NOTHING
       RETURNING rule_id
     )
     SELECT DISTINCT rule_id AS "ruleId" FROM fresh`,
    [
      column('ruleId'),
      column('hash'),
      column('advertiserId'),
      column('companyName'),
      column('happenedAt'),
      column('landingPage'),
      column('reach'),
      firedAt,
    ],
  );
  return rows.map((row) => row.ruleId);
}
