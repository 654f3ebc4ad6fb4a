import type { Postgres } from '../db/postgres/postgres.ts';
import { ruleColumns, type RuleRow } from './rules.sql.ts';
import type { FiringRow } from './notify.sql.ts';

export interface CandidateRule extends RuleRow {
  /** The given advertisers that the rule applies to; null: all. */
  readonly advertiserIds: readonly number[] | null;
}

export interface RuleFilter {
  readonly advertiserIds: readonly number[];
  readonly createdBefore: Date;
  /** Null: all rules. */
  readonly ruleIds: readonly number[] | null;
}

/**
 * The enabled rules created before a time that apply to these advertisers: by name, by follow, or to all advertisers.
 * Ordered by id.
 */
export function findCandidateRules(
  db: Postgres,
  { advertiserIds, createdBefore, ruleIds }: RuleFilter,
): Promise<CandidateRule[]> {
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
    [advertiserIds, createdBefore, ruleIds],
  );
}

export async function followedAdvertisers(db: Postgres, userId: string): Promise<number[]> {
  const rows = await db.query<{ advertiserId: number }>(
    `SELECT advertiser_id AS "advertiserId" FROM follows WHERE user_id = $1`,
    [userId],
  );
  return rows.map((row) => row.advertiserId);
}

/** A rule that fired on an ad. */
export interface Firing extends FiringRow {
  readonly happenedAt: string;
}

/** Inserts firings, as sent or pending, and returns the new ones. */
export async function insertFirings(
  tx: Postgres,
  firings: readonly Firing[],
  { firedAt, isSent }: { readonly firedAt: Date; readonly isSent: boolean },
): Promise<Pick<Firing, 'ruleId' | 'hash'>[]> {
  const column = <Name extends keyof Firing>(name: Name): Firing[Name][] => firings.map((each) => each[name]);
  return tx.query<Pick<Firing, 'ruleId' | 'hash'>>(
    `INSERT INTO rule_firings
       (rule_id, ad_hash, advertiser_id, company_name, happened_at, landing_page, reach, event, fired_at, told)
     SELECT found.*, rule.event, $8, $9
     FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[], $6::text[], $7::float8[])
       AS found (rule_id)
     JOIN rules rule ON rule.id = found.rule_id
     ON CONFLICT DO NOTHING
     RETURNING rule_id AS "ruleId", ad_hash AS hash`,
    [
      column('ruleId'),
      column('hash'),
      column('advertiserId'),
      column('companyName'),
      column('happenedAt'),
      column('landingPage'),
      column('reach'),
      firedAt,
      isSent,
    ],
  );
}
