import { damageAdvice, describeDamage, findLosses, listDamage, verifyTables } from '../../ads/indexHealth.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { migrations as clickhouseMigrations } from '../../db/clickhouse/migrations.sql.ts';
import { openFiles } from '../../integrations/storage/files.ts';
import { createLog } from '../../config/log.ts';
import { readMigrations } from '../../db/postgres/migrate.ts';
import { hasMigrationsTable, readApplied } from '../../db/postgres/migrate.sql.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openRedis } from '../../db/redis/openRedis.ts';
import { closeRedis, pingRedis } from '../../db/redis/redis.ts';
import * as sql from './engines.sql.ts';
import { type Check, ok, problem, problemFromError, type CheckResult, warning } from './finding.ts';
import { diskClockOffset, isFolder } from './folder.ts';
import type { Opened, DoctorContext } from './doctorContext.ts';

/** Checks that engines and storage respond, are writable and have the current schema. */
export function engineChecks(context: DoctorContext): Check[] {
  const { config, postgres, clickhouse } = context;
  const { clickhouseCluster: cluster } = config;
  const ofPostgres = <Result>(check: (db: PostgresEngine) => Result) => ifOpen(postgres, check);
  const ofClickHouse = <Result>(check: (engine: ClickHouseEngine) => Result) => ifOpen(clickhouse, check);
  return [
    {
      name: 'PostgreSQL',
      run: () => ofPostgres(checkPostgres) ?? connectionProblem(postgres, 'DATABASE_URL', 'PostgreSQL'),
    },
    { name: 'PostgreSQL schema', run: () => ofPostgres((db) => postgresSchema(db, context.isServer)) },
    {
      name: 'ClickHouse',
      run: () =>
        ofClickHouse(checkClickHouse) ?? connectionProblem(clickhouse, 'CLICKHOUSE_URL', 'ClickHouse'),
    },
    {
      name: 'ClickHouse schema',
      run: () => ofClickHouse((engine) => clickhouseSchema(engine, context.isServer)),
    },
    { name: 'index data', run: () => checkIndexData(context) },
    {
      name: 'ClickHouse cluster',
      run: () => (cluster === null ? null : ofClickHouse((engine) => checkCluster(engine, cluster))),
    },
    { name: 'Redis', run: () => checkRedis(config.redisUrl) },
    { name: 'file storage', run: () => checkFileStorage(config) },
    { name: 'clock', run: () => checkClocks(context) },
  ];
}

function ifOpen<Engine, Result>(opened: Opened<Engine>, check: (engine: Engine) => Result): Result | null {
  return 'engine' in opened ? check(opened.engine) : null;
}

function connectionProblem(opened: Opened<unknown>, variable: string, engine: string): CheckResult | null {
  if ('failure' in opened) {
    return problemFromError(
      opened.failure,
      `Check ${variable} and that ${engine} is running; an embedded engine restarts with the server.`,
    );
  }
  return 'unopened' in opened ? opened.unopened : null;
}

async function checkPostgres(db: PostgresEngine): Promise<CheckResult> {
  const standing = await sql.postgresStatus(db);
  if (standing === undefined) throw new Error('PostgreSQL returned no row');
  const { isReplica, mayCreate, connections, mostConnections } = standing;
  if (isReplica) {
    return problem(`${db.description} is read-only.`, 'Set DATABASE_URL to the primary server.');
  }
  if (!mayCreate) {
    return problem(
      `${db.description} does not allow this user to create tables.`,
      'Grant the user of DATABASE_URL the privilege: GRANT CREATE ON SCHEMA public TO …',
    );
  }
  const says = `${db.description} responds and is writable; ${connections} of ${mostConnections} connections are in use.`;
  if (connections < mostConnections * 0.8) return ok(says);
  return warning(says, 'Raise max_connections of PostgreSQL, or close other connections.');
}

async function postgresSchema(db: PostgresEngine, isServer: boolean): Promise<CheckResult> {
  const migrations = await readMigrations();
  const applied = (await hasMigrationsTable(db)) ? await readApplied(db) : [];
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const unknownMigration = applied.find(({ name, checksum }) => known.get(name) !== checksum);
  return schemaResult(applied.length, migrations.length, unknownMigration?.name, isServer);
}

async function checkClickHouse(engine: ClickHouseEngine): Promise<CheckResult> {
  await engine.ping();
  if ((await sql.appliedToClickHouse(engine)).length > 0) {
    try {
      await sql.writeNothing(engine);
    } catch (error) {
      return problemFromError(
        error,
        'Grant the user of CLICKHOUSE_URL all privileges on its database, without readonly.',
      );
    }
  }
  return ok(`${engine.description.replace(/^e/, 'E')} responds and is writable.`);
}

async function clickhouseSchema(engine: ClickHouseEngine, isServer: boolean): Promise<CheckResult> {
  const applied = await sql.appliedToClickHouse(engine);
  const known = new Set(clickhouseMigrations.map(({ version }) => version));
  const unknownMigration = applied.find(({ version }) => !known.has(version));
  return schemaResult(applied.length, clickhouseMigrations.length, unknownMigration?.name, isServer);
}

/** Less than the timeout of a check; the server verifies the rest daily. */
const verifyMilliseconds = 20_000;

/** Compares the stored data with the recorded totals and with its checksums. */
async function checkIndexData({ postgres, clickhouse }: DoctorContext): Promise<CheckResult | null> {
  if (!('engine' in postgres) || !('engine' in clickhouse)) return null;
  const [db, engine] = [postgres.engine, clickhouse.engine];
  // Older schemas lack what is compared.
  if (!(await hasNewestSchemas(db, engine))) return null;
  const end = performance.now() + verifyMilliseconds;
  const losses = await findLosses({ clickhouse: engine, db });
  const { corrupt, unverified } = await verifyTables(engine, () => performance.now() < end);
  const known =
    unverified.length === 0 ? [] : (await listDamage(db)).filter(({ kind }) => kind === 'corrupt');
  const damage = new Set([...losses, ...corrupt, ...known].map(describeDamage));
  if (damage.size > 0) return problem([...damage].join(' '), damageAdvice);
  return unverified.length === 0
    ? ok('All recorded ads are present, and all data matches its checksums.')
    : ok(
        `All recorded ads are present; not verified within the time limit: ${unverified.join(', ')}. The server verifies all tables once a day.`,
      );
}

async function hasNewestSchemas(db: PostgresEngine, engine: ClickHouseEngine): Promise<boolean> {
  const applied = (await hasMigrationsTable(db)) ? await readApplied(db) : [];
  return (
    applied.length === (await readMigrations()).length &&
    (await sql.appliedToClickHouse(engine)).length === clickhouseMigrations.length
  );
}

function schemaResult(
  applied: number,
  known: number,
  unknownMigration: string | undefined,
  isServer: boolean,
): CheckResult {
  if (unknownMigration !== undefined) {
    return problem(
      `Created by another version of Magpie: the migration '${unknownMigration}' is unknown.`,
      'Start the version that created it, or a newer one.',
    );
  }
  if (applied === known) return ok(`Up to date: ${known} of ${known} migrations.`);
  const says = `${applied} of ${known} migrations are applied.`;
  if (isServer) return problem(says, 'Restart the server to apply the others.');
  return warning(says, 'Start the server to apply the others.');
}

async function checkCluster(engine: ClickHouseEngine, cluster: string): Promise<CheckResult> {
  const { shards, nodes, failing } = await sql.clusterStatus(engine, cluster);
  if (nodes === 0) {
    return problem(
      `The server has no cluster '${cluster}'.`,
      'Set CLICKHOUSE_CLUSTER to a cluster of system.clusters, or configure it on every node.',
    );
  }
  const says = `'${cluster}' has ${shards} shards and ${nodes} nodes.`;
  const { unwritable, alone, lateSeconds } = await sql.replicaStatus(engine);
  if (unwritable.length > 0) {
    return problem(
      `${says} These tables are read-only: ${unwritable.join(', ')}.`,
      'Check that Keeper is running and that this node can reach it.',
    );
  }
  if (failing.length > 0 || alone.length > 0) {
    const who = failing.length > 0 ? failing.join(', ') : `a replica of ${alone.join(', ')}`;
    return warning(`${says} No response from ${who}.`, 'Start the missing nodes, or find out why they hang.');
  }
  if (lateSeconds < 300) return ok(says);
  return warning(
    `${says} This node is ${Math.round(lateSeconds / 60)} minutes behind.`,
    'Check whether its disk, its network or Keeper is slow.',
  );
}

async function checkRedis(url: string | null): Promise<CheckResult> {
  if (url === null) return ok('Not configured; each node keeps rate limits and cached responses in memory.');
  const redis = openRedis(url, createLog('silent'));
  try {
    await pingRedis(redis);
    // A full or read-only Redis still responds to pings.
    await redis.set('magpie:doctor', '1', 'PX', 1000);
    return ok('Responds and is writable.');
  } catch (error) {
    return problemFromError(
      error,
      'Check REDIS_URL and that Redis is running, is not full and is not a replica.',
    );
  } finally {
    await closeRedis(redis);
  }
}

async function checkFileStorage(config: DoctorContext['config']): Promise<CheckResult> {
  if (config.s3Url === null) return ok('Files are stored in the data folder.');
  await openFiles(config).check();
  return ok('Wrote, read and deleted a test file.');
}

const warningMilliseconds = 2000;
const problemMilliseconds = 60_000;

/** Compares only the clocks of this machine, the engines and the disk, not a time server. */
async function checkClocks({ config, postgres, clickhouse }: DoctorContext): Promise<CheckResult> {
  const ahead = new Map<string, number>();
  const compare = async (whose: string, readClock: () => Promise<number | undefined>): Promise<void> => {
    const before = Date.now();
    const theirs = await readClock().catch(() => undefined);
    if (theirs !== undefined) ahead.set(whose, theirs - (before + Date.now()) / 2);
  };
  if ('engine' in postgres) {
    await compare('PostgreSQL', async () => (await sql.postgresStatus(postgres.engine))?.now);
  }
  if ('engine' in clickhouse) await compare('ClickHouse', () => sql.clickhouseNow(clickhouse.engine));
  if (await isFolder(config.dataFolder)) {
    await compare('the disk', async () => Date.now() + (await diskClockOffset(config.dataFolder)));
  }
  return clockResult(ahead);
}

/** Takes the milliseconds by which each clock is ahead of ours. */
export function clockResult(ahead: ReadonlyMap<string, number>): CheckResult {
  const [worst] = [...ahead].toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const now = `The time on this machine is ${new Date().toISOString()}`;
  if (worst === undefined) return ok(`${now}; there is no other clock to compare.`);
  const [whose, milliseconds] = worst;
  const apart = Math.abs(milliseconds);
  if (apart < warningMilliseconds)
    return ok(`${now}; ${[...ahead.keys()].join(', ')} agree within 2 seconds.`);
  const says = `${now}; ${whose} is ${Math.round(apart / 1000)} seconds ${milliseconds > 0 ? 'ahead' : 'behind'}.`;
  const mend = 'Synchronize both machines with a time server; see timedatectl.';
  return apart < problemMilliseconds ? warning(says, mend) : problem(says, mend);
}
