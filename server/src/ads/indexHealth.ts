import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import {
  brokenParts,
  corruptParts,
  countAdRows,
  countIndexedAds,
  type Damage,
  dropDetachedPart,
  dropPart,
  isVerificationDue,
  listDamage,
  listStoringTables,
  markIndexVerified,
  recordedAds,
  replaceDamage,
  setRecordedAds,
} from './indexHealth.sql.ts';

export { listDamage, type Damage };

export const damageAdvice =
  'Restore the newest backup into an empty data folder: MAGPIE_DATA_DIR=<new folder> npm run magpie -- restore <backup>. Without a backup, import the ads again and accept the loss: npm run magpie -- index accept-loss';

export function describeDamage({ kind, table, detail }: Damage): string {
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

/** Finds detached parts and missing ads without reading the data. */
export async function findLosses({ clickhouse, db }: HealthDeps): Promise<Damage[]> {
  const missing = await missingAds({ clickhouse, db });
  const detached = (await brokenParts(clickhouse)).map(({ table, name }): Damage => ({
    kind: 'detached',
    table,
    detail: name,
  }));
  return [...missing, ...detached];
}

async function missingAds({ clickhouse, db }: HealthDeps): Promise<Damage[]> {
  const [recorded, rows] = [await recordedAds(db), await countAdRows(clickhouse)];
  if (recorded === null || (rows >= recorded && rows > quicklyCounted)) return [];
  const ads = rows < recorded ? rows : await countIndexedAds(clickhouse);
  if (ads >= recorded) return [];
  return [{ kind: 'missing', table: 'ads', detail: `${recorded - ads} of ${recorded} ads are missing` }];
}

/** Runs at startup and on a schedule: stores losses for all nodes and logs them. */
export async function checkLosses(parts: HealthDeps, log: Logger): Promise<void> {
  const { clickhouse, db } = parts;
  const losses = await findLosses(parts);
  await db.transaction((tx) => replaceDamage(tx, ['detached', 'missing'], losses));
  if (losses.length === 0 && (await recordedAds(db)) === null) {
    await setRecordedAds(db, await countIndexedAds(clickhouse));
  }
  logDamage(await listDamage(db), log);
}

function logDamage(damage: readonly Damage[], log: Logger): void {
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
  if (await isVerificationDue(db, verifiedEveryHours)) {
    const { corrupt, unverified } = await verifyTables(clickhouse, () => !stopping.aborted);
    if (unverified.length > 0) return;
    await db.transaction(async (tx) => {
      await replaceDamage(tx, ['corrupt'], corrupt);
      await markIndexVerified(tx);
    });
  }
  await checkLosses(parts, log);
}

export interface Verified {
  readonly corrupt: readonly Damage[];
  readonly unverified: readonly string[];
}

export async function verifyTables(clickhouse: ClickHouseEngine, hasTime: () => boolean): Promise<Verified> {
  const tables = await listStoringTables(clickhouse);
  const corrupt: Damage[] = [];
  const copier = await clickhouse.openCopier();
  try {
    for (const [at, table] of tables.entries()) {
      if (!hasTime()) return { corrupt, unverified: tables.slice(at) };
      for (const detail of await corruptParts(copier, table))
        corrupt.push({ kind: 'corrupt', table, detail });
    }
  } finally {
    await copier.close();
  }
  return { corrupt, unverified: [] };
}

/** Deletes damaged parts permanently, so that the rest counts as complete. Returns the accepted damage. */
export async function acceptLoss({ clickhouse, db }: HealthDeps): Promise<Damage[]> {
  const damage = await listDamage(db);
  for (const { table, name } of await brokenParts(clickhouse))
    await dropDetachedPart(clickhouse, table, name);
  for (const { kind, table, detail } of damage) {
    if (kind === 'corrupt') await dropPart(clickhouse, table, detail);
  }
  const ads = await countIndexedAds(clickhouse);
  await db.transaction(async (tx) => {
    await setRecordedAds(tx, ads);
    await replaceDamage(tx, ['detached', 'missing', 'corrupt'], []);
  });
  return damage;
}
