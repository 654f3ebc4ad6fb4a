import type { ClickHouse, Copier } from '../db/clickhouse/clickhouse.ts';
import { identifier } from '../db/clickhouse/connection.sql.ts';
import { literal } from '../db/clickhouse/parameters.sql.ts';
import { toColumns } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { clonePrefix } from './optimizeTables.sql.ts';

/**
 * `detached`: ClickHouse could not read a part at startup and detached it. `missing`: the index has fewer ads than were
 * recorded. `corrupt`: an active part does not match its checksums.
 */
export type DamageKind = 'detached' | 'missing' | 'corrupt';

export interface Damage {
  readonly kind: DamageKind;
  readonly table: string;
  readonly detail: string;
}

const storingTables = `SELECT name FROM system.tables
  WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree') AND NOT startsWith(name, '${clonePrefix}')`;

export async function listStoringTables(clickhouse: ClickHouse) {
  const rows = await clickhouse.read<{ name: string }>(`${storingTables} ORDER BY name`);
  return rows.map(({ name }) => name);
}

/** A replicated table fetches a broken part again from another replica, so nothing is lost there. */
export function brokenParts(clickhouse: ClickHouse): Promise<{ table: string; name: string }[]> {
  return clickhouse.read(
    `SELECT table, name FROM system.detached_parts
     WHERE database = currentDatabase() AND startsWith(ifNull(reason, ''), 'broken')
       AND table IN (${storingTables} AND NOT startsWith(engine, 'Replicated'))
     ORDER BY table, name`,
  );
}

/** The parts of a table that do not match their checksums. Reads all of its data. */
export async function corruptParts(copier: Copier, table: string) {
  const parts = await copier.readRows<{ part_path: string; is_passed: number }>(
    `CHECK TABLE ${identifier(table)} SETTINGS check_query_single_value_result = 0`,
  );
  return parts.filter(({ is_passed: isPassed }) => !isPassed).map(({ part_path: part }) => part);
}

/** Read from part metadata, so it is fast; an ad that was recorded again may count twice. */
export async function countAdRows(clickhouse: ClickHouse) {
  const [row] = await clickhouse.read<{ rows: number }>('SELECT count() AS rows FROM ads');
  return row?.rows ?? 0;
}

export async function countIndexedAds(clickhouse: ClickHouse) {
  const [row] = await clickhouse.read<{ ads: number }>('SELECT count() AS ads FROM ads FINAL');
  return row?.ads ?? 0;
}

export async function dropDetachedPart(clickhouse: ClickHouse, table: string, name: string) {
  await clickhouse.write(
    `ALTER TABLE ${identifier(table)} DROP DETACHED PART ${literal(name)} SETTINGS allow_drop_detached = 1`,
  );
}

export async function dropPart(clickhouse: ClickHouse, table: string, name: string) {
  await clickhouse.write(`ALTER TABLE ${identifier(table)} DROP PART ${literal(name)}`);
}

/** The expected minimum number of ads; null if they were never counted. */
export async function recordedAds(db: Postgres) {
  const [row] = await db.query<{ ads: number | null }>('SELECT ads::float8 AS ads FROM recordings');
  return row?.ads ?? null;
}

export async function setRecordedAds(db: Postgres, ads: number) {
  await db.query('UPDATE recordings SET ads = $1', [ads]);
}

export async function addRecordedAds(tx: Postgres, added: number) {
  if (added !== 0) await tx.query('UPDATE recordings SET ads = ads + $1', [added]);
}

/** Replaces the stored damage of these kinds; known entries keep the time when they were found. */
export async function replaceDamage(tx: Postgres, kinds: readonly DamageKind[], damage: readonly Damage[]) {
  await tx.query(
    `DELETE FROM index_damage
     WHERE kind = ANY ($1) AND (kind, table_name, detail) NOT IN (
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[]))`,
    [kinds, ...toColumns(damage, 'kind', 'table', 'detail')],
  );
  await tx.query(
    `INSERT INTO index_damage (kind, table_name, detail)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
     ON CONFLICT DO NOTHING`,
    toColumns(damage, 'kind', 'table', 'detail'),
  );
}

export function listDamage(db: Postgres) {
  return db.query<Damage>(
    `SELECT kind, table_name AS "table", detail FROM index_damage ORDER BY kind, table_name, detail`,
  );
}

export async function markIndexVerified(db: Postgres) {
  await db.query('UPDATE recordings SET verified_at = now()');
}

export async function isVerificationDue(db: Postgres, everyHours: number) {
  const [row] = await db.query<{ due: boolean }>(
    `SELECT coalesce(verified_at < now() - make_interval(hours => $1), true) AS due FROM recordings`,
    [everyHours],
  );
  return row?.due ?? true;
}
