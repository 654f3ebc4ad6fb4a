import { advertiserId } from '@magpie/server/ads/identity';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import type { Postgres } from '@magpie/server/db/postgres/postgres';

/** Advertisers with a few ads each, as those that somebody watches, in an order that has nothing to do with them. */
export async function someAdvertisers(clickhouse: ClickHouse, most: number): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT name
     FROM advertisers FINAL
     JOIN (SELECT advertiser_id, count() AS ads FROM ads FINAL GROUP BY advertiser_id) AS counted USING advertiser_id
     WHERE ads BETWEEN 2 AND 40
     ORDER BY cityHash64(name)
     LIMIT {most:UInt64}`,
    { most },
  );
  return rows.map(({ name }) => name);
}

export async function someTexts(clickhouse: ClickHouse, most: number): Promise<string[]> {
  const rows = await clickhouse.read<{ text: string }>(
    `SELECT bodies[1] AS text FROM ads WHERE notEmpty(bodies) ORDER BY cityHash64(hash) LIMIT {most:UInt64}`,
    { most },
  );
  return rows.map(({ text }) => text);
}

export async function highReach(clickhouse: ClickHouse, ads: number): Promise<number> {
  const rows = await clickhouse.read<{ reach: number }>(
    'SELECT DISTINCT reach FROM ads WHERE reach IS NOT NULL ORDER BY reach DESC LIMIT 1 OFFSET {ads:UInt64}',
    { ads },
  );
  return rows[0]?.reach ?? 0;
}

export async function insertPeople(db: Postgres, people: number): Promise<void> {
  await db.query(
    `INSERT INTO users (id, email)
     SELECT 'person ' || number, number || '@example.com' FROM generate_series(0, $1::integer - 1) AS number`,
    [people],
  );
}

export async function insertFollows(db: Postgres, userId: string, names: readonly string[]): Promise<void> {
  await db.query(
    `INSERT INTO follows (user_id, advertiser_id, name)
     SELECT $1, * FROM unnest($2::bigint[], $3::text[])
     ON CONFLICT DO NOTHING`,
    [userId, names.map(advertiserId), names],
  );
}

export async function deleteRules(db: Postgres): Promise<void> {
  for (const table of ['notifications', 'rules', 'follows']) await db.query(`DELETE FROM ${table}`);
}

/** As autovacuum would leave it. */
export async function vacuumTables(db: Postgres): Promise<void> {
  for (const table of ['rules', 'rule_advertisers', 'rule_firings', 'follows', 'notifications']) {
    await db.query(`VACUUM (ANALYZE) ${table}`);
  }
}

export async function countFirings(db: Postgres): Promise<number> {
  const [row] = await db.query<{ count: number }>('SELECT count(*) FROM rule_firings');
  return row?.count ?? 0;
}
