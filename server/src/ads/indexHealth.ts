import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './indexHealth.sql.ts';

export { listDamage, type Damage } from './indexHealth.sql.ts';

export const damageAdvice =
  'Restore the newest backup into an empty data folder: MAGPIE_DATA_DIR=<new folder> npm run magpie -- restore <backup>. Without a backup, import the ads again and accept the loss: npm run magpie -- index accept-loss';

export function describeDamage({ kind, table, detail }: sql.Damage): string {
  if (kind === 'missing') return `The index has lost ads: ${detail}.`;
  if (kind === 'detached')
    return `A damaged part of the table ${table} was set aside, and its rows are missing: ${detail}.`;
  return `A part of the table ${table} does not match its checksums, and queries that read it fail: ${detail}.`;
}

export interface HealthDeps {
  readonly clickhouse: ClickHouse;
  readonly db: Postgres;
}

/** Above this many rows, counting the ads exactly takes seconds. */
const quicklyCounted = 2_000_000;

export async function findLosses({ clickhouse, db }: HealthDeps): Promise<sql.Damage[]> {
  const missing = await missingAds({ clickhouse, db });
  const detached = (await sql.brokenParts(clickhouse)).map(({ table, name }): sql.Damage => ({
    kind: 'detached',
    table,
    detail: name,
  }));
  return [...missing, ...detached];
}

async function missingAds({ clickhouse, db }: HealthDeps): Promise<sql.Damage[]> {
  const [recorded, rows] = [await sql.recordedAds(db), await sql.countAdRows(clickhouse)];
  if (recorded === null || (rows >= recorded && rows > quicklyCounted)) return [];
  const ads = rows < recorded ? rows : await sql.countIndexedAds(clickhouse);
  if (ads >= recorded) return [];
  return [{ kind: 'missing', table: 'ads', detail: `${recorded - ads} of ${recorded} ads are missing` }];
}

/** Runs at startup and on a schedule: stores losses for all nodes and logs them. */
export async function checkLosses(parts: HealthDeps, log: Logger): Promise<void> {
  const { clickhouse, db } = parts;
  const losses = await findLosses(parts);
  await db.transaction((tx) => sql.replaceDamage(tx, ['detached', 'missing'], losses));
  if (losses.length === 0 && (await sql.recordedAds(db)) === null) {
    await sql.setRecordedAds(db, await sql.countIndexedAds(clickhouse));
  }
  logDamage(await sql.listDamage(db), log);
}

function logDamage(damage: readonly sql.Damage[], log: Logger): void {
  if (damage.length === 0) return;
  log.error({ problems: damage.map(describeDamage), advice: damageAdvice }, 'ad index damaged');
}

const verifiedEveryHours = 24;

/** Runs on a schedule: looks for losses, and once a day compares all data with its checksums. */
export async function checkIndex(
  parts: HealthDeps & { readonly clickhouse: ClickHouseEngine },
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const { clickhouse, db } = parts;
  if (await sql.isVerificationDue(db, verifiedEveryHours)) {
    const { corrupt, unverified } = await verifyTables(clickhouse, () => !stopping.aborted);
    if (unverified.length > 0) return;
    await db.transaction(async (tx) => {
      await sql.replaceDamage(tx, ['corrupt'], corrupt);
      await sql.markIndexVerified(tx);
    });
  }
  await checkLosses(parts, log);
}

export async function verifyTables(clickhouse: ClickHouseEngine, hasTime: () => boolean) {
  const tables = await sql.listStoringTables(clickhouse);
  const corrupt: sql.Damage[] = [];
  const copier = await clickhouse.openCopier();
  try {
    for (const [at, table] of tables.entries()) {
      if (!hasTime()) return { corrupt, unverified: tables.slice(at) };
      for (const detail of await sql.corruptParts(copier, table))
        corrupt.push({ kind: 'corrupt', table, detail });
    }
  } finally {
    await copier.close();
  }
  return { corrupt, unverified: [] };
}

/** Deletes damaged parts permanently, so that the rest counts as complete. Returns the accepted damage. */
export async function acceptLoss({ clickhouse, db }: HealthDeps): Promise<sql.Damage[]> {
  const damage = await sql.listDamage(db);
  for (const { table, name } of await sql.brokenParts(clickhouse))
    await sql.dropDetachedPart(clickhouse, table, name);
  for (const { kind, table, detail } of damage) {
    if (kind === 'corrupt') await sql.dropPart(clickhouse, table, detail);
  }
  const ads = await sql.countIndexedAds(clickhouse);
  await db.transaction(async (tx) => {
    await sql.setRecordedAds(tx, ads);
    await sql.replaceDamage(tx, ['detached', 'missing', 'corrupt'], []);
  });
  return damage;
}
