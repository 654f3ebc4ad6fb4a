import { isActive } from '../ads/adExpressions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { launchedWithin } from './stats.sql.ts';

export interface Follow {
  readonly advertiserId: number;
  /** The name in the index at that time, or else as entered by the follower. */
  readonly name: string;
  readonly followedAt: Date;
}

const followColumns = `advertiser_id AS "advertiserId", name, followed_at AS "followedAt"`;

export function listFollows(db: Postgres, userId: string) {
  return db.query<Follow>(`SELECT ${followColumns} FROM follows WHERE user_id = $1`, [userId]);
}

export async function findFollow(db: Postgres, userId: string, advertiserIds: readonly number[]) {
  const [row] = await db.query<Follow>(
    `SELECT ${followColumns} FROM follows WHERE user_id = $1 AND advertiser_id = ANY ($2::bigint[]) LIMIT 1`,
    [userId, advertiserIds],
  );
  return row;
}

/** Serializes follows of this user until the transaction ends. */
export async function lockFollows(tx: Postgres, userId: string) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('follows of ' || $1, 0))`, [userId]);
}

/** Undefined if the user already follows the maximum. */
export async function insertFollow(
  tx: Postgres,
  userId: string,
  { advertiserId, name }: Pick<Follow, 'advertiserId' | 'name'>,
  most: number,
) {
  const [row] = await tx.query<Follow>(
    `INSERT INTO follows (user_id, advertiser_id, name)
     SELECT $1, $2, $3 WHERE (SELECT count(*) FROM follows WHERE user_id = $1) < $4
     RETURNING ${followColumns}`,
    [userId, advertiserId, name, most],
  );
  return row;
}

export async function deleteFollow(tx: Postgres, userId: string, advertiserIds: readonly number[]) {
  const [row] = await tx.query<Follow>(
    `DELETE FROM follows WHERE user_id = $1 AND advertiser_id = ANY ($2::bigint[]) RETURNING ${followColumns}`,
    [userId, advertiserIds],
  );
  return row;
}

export interface KnownAdvertiser {
  readonly advertiserId: number;
  readonly name: string;
  readonly brandLogo: string | null;
  readonly adCount: number;
  readonly activeAds: number;
  readonly newAds: number;
}

const newAdDays = 7;

export function countAdsOfAdvertisers(
  clickhouse: ClickHouse,
  advertiserIds: readonly number[],
  today: string,
) {
  return clickhouse.read<KnownAdvertiser>(
    `SELECT advertiser_id AS advertiserId, name, brand_logo AS brandLogo, adCount, activeAds, newAds
     FROM (
       SELECT advertiser_id, name, brand_logo
       FROM advertisers FINAL
       WHERE advertiser_id IN {advertiserIds:Array(UInt64)}
     ) AS known
     LEFT JOIN (
       SELECT advertiser_id, count() AS adCount, countIf(${isActive}) AS activeAds,
         countIf(${launchedWithin(newAdDays)}) AS newAds
       FROM ads FINAL
       WHERE advertiser_id IN {advertiserIds:Array(UInt64)}
       GROUP BY advertiser_id
     ) AS counted USING advertiser_id`,
    { advertiserIds, today },
  );
}
