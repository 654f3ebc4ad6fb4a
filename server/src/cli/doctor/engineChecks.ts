import { damageAdvice, describeDamage, findLosses, listDamage, verifyTables } from '../../ads/indexHealth.ts';
import { createLog } from '../../config/log.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { appliedMigrations } from '../../db/clickhouse/migrate.ts';
import { migrations as indexMigrations } from '../../db/clickhouse/migrations.sql.ts';
import { readMigrations } from '../../db/postgres/migrate.ts';
import { hasMigrationsTable, readApplied } from '../../db/postgres/migrate.sql.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openRedis } from '../../db/redis/openRedis.ts';
import { closeRedis, pingRedis } from '../../db/redis/redis.ts';
import { openFiles } from '../../integrations/storage/files.ts';
import {
  type Check,
  type CheckResult,
  type DoctorContext,
  ok,
  problem,
  problemFromError,
  warning,
} from './check.ts';
import * as sql from './doctor.sql.ts';
import { isFolder, readDiskClock } from './machineChecks.ts';

/** Checks that engines and storage respond, are writable and have the current schema, and of jobs, mails and webhooks. */
export const engineChecks: readonly Check[] = [
  {
    name: 'PostgreSQL',
    run: ({ postgres }) => ('engine' in postgres ? checkPostgres(postgres.engine) : postgres.result),
  },
  {
    name: 'PostgreSQL schema',
    run: async ({ postgres, isServer }) =>
      'engine' in postgres ? schemaResult(await postgresSchema(postgres.engine), isServer) : null,
  },
  {
    name: 'ClickHouse',
    run: ({ clickhouse }) =>
      'engine' in clickhouse ? checkClickHouse(clickhouse.engine) : clickhouse.result,
  },
  {
    name: 'ClickHouse schema',
    run: async ({ clickhouse, isServer }) =>
      'engine' in clickhouse ? schemaResult(await indexSchema(clickhouse.engine), isServer) : null,
  },
  { name: 'index data', run: checkIndexData },
  { name: 'ClickHouse cluster', run: checkCluster },
  { name: 'Redis', run: checkRedis },
  { name: 'file storage', run: checkFileStorage },
  { name: 'clock', run: checkClocks },
  // Without a server there are no workers.
  { name: 'jobs', run: (context) => (context.isServer ? ifTablesExist(checkJobs)(context) : null) },
  { name: 'mails', run: ifTablesExist(checkMails) },
  { name: 'webhooks', run: ifTablesExist(checkWebhooks) },
];

async function checkPostgres(db: PostgresEngine): Promise<CheckResult> {
  const { isReplica, mayCreate, connections, mostConnections } = await sql.postgresStatus(db);
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

async function checkClickHouse(engine: ClickHouseEngine): Promise<CheckResult> {
  await engine.ping();
  try {
    if ((await appliedMigrations(engine)).length > 0) await sql.writeNothing(engine);
  } catch (error) {
    return problemFromError(
      error,
      'Grant the user of CLICKHOUSE_URL all privileges on its database, without readonly.',
    );
  }
  return ok(`${engine.description.replace(/^e/, 'E')} responds and is writable.`);
}

interface Schema {
  readonly applied: number;
  readonly known: number;
  /** An applied migration that this version does not have. */
  readonly unknown: string | undefined;
}

async function postgresSchema(db: PostgresEngine): Promise<Schema> {
  const migrations = await readMigrations();
  const applied = (await hasMigrationsTable(db)) ? await readApplied(db) : [];
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.find(({ name, checksum }) => checksums.get(name) !== checksum)?.name;
  return { applied: applied.length, known: migrations.length, unknown };
}

async function indexSchema(engine: ClickHouseEngine): Promise<Schema> {
  const applied = await appliedMigrations(engine);
  const versions = new Set(indexMigrations.map(({ version }) => version));
  const unknown = applied.find(({ version }) => !versions.has(version))?.name;
  return { applied: applied.length, known: indexMigrations.length, unknown };
}

function schemaResult({ applied, known, unknown }: Schema, isServer: boolean): CheckResult {
  if (unknown !== undefined) {
    return problem(
      `Created by another version of Magpie: the migration '${unknown}' is unknown.`,
      'Start the version that created it, or a newer one.',
    );
  }
  if (applied === known) return ok(`Up to date: ${known} of ${known} migrations.`);
  const says = `${applied} of ${known} migrations are applied.`;
  if (isServer) return problem(says, 'Restart the server to apply the others.');
  return warning(says, 'Start the server to apply the others.');
}

/** Less than the timeout of a check; the server verifies the rest daily. */
const verifyMilliseconds = 20_000;

/** Compares the stored data with the recorded totals and with its checksums. */
async function checkIndexData({ postgres, clickhouse }: DoctorContext): Promise<CheckResult | null> {
  if (!('engine' in postgres) || !('engine' in clickhouse)) return null;
  const [db, engine] = [postgres.engine, clickhouse.engine];
  const schemas = [await postgresSchema(db), await indexSchema(engine)];
  // Older schemas lack what is compared.
  if (schemas.some(({ applied, known }) => applied !== known)) return null;
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

async function checkCluster({ config, clickhouse }: DoctorContext): Promise<CheckResult | null> {
  const cluster = config.clickhouseCluster;
  if (cluster === null || !('engine' in clickhouse)) return null;
  const { shards, nodes, failing } = await sql.clusterStatus(clickhouse.engine, cluster);
  if (nodes === 0) {
    return problem(
      `The server has no cluster '${cluster}'.`,
      'Set CLICKHOUSE_CLUSTER to a cluster of system.clusters, or configure it on every node.',
    );
  }
  const says = `'${cluster}' has ${shards} shards and ${nodes} nodes.`;
  const { unwritable, alone, lateSeconds } = await sql.replicaStatus(clickhouse.engine);
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

async function checkRedis({ config: { redisUrl } }: DoctorContext): Promise<CheckResult> {
  if (redisUrl === null)
    return ok('Not configured; each node keeps rate limits and cached responses in memory.');
  const redis = openRedis(redisUrl, createLog('silent'));
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

async function checkFileStorage({ config }: DoctorContext): Promise<CheckResult> {
  if (config.s3Url === null) return ok('Files are stored in the data folder.');
  try {
    await openFiles(config).check();
    return ok('Wrote, read and deleted a test file.');
  } catch (error) {
    return problemFromError(error, 'Check S3_URL and that the storage runs.');
  }
}

/** Compares only the clocks of this machine, the engines and the disk, not a time server. */
async function checkClocks({ config, postgres, clickhouse }: DoctorContext): Promise<CheckResult> {
  const ahead = new Map<string, number>();
  const compare = async (clock: string, readClock: () => Promise<number>): Promise<void> => {
    const before = Date.now();
    const theirs = await readClock().catch(() => null);
    if (theirs !== null) ahead.set(clock, theirs - (before + Date.now()) / 2);
  };
  if ('engine' in postgres) {
    await compare('PostgreSQL', async () => (await sql.postgresStatus(postgres.engine)).now);
  }
  if ('engine' in clickhouse) await compare('ClickHouse', () => sql.clickhouseNow(clickhouse.engine));
  if (await isFolder(config.dataFolder)) await compare('the disk', () => readDiskClock(config.dataFolder));
  return clockResult(ahead);
}

/** Takes the milliseconds by which each clock is ahead of ours. */
export function clockResult(ahead: ReadonlyMap<string, number>): CheckResult {
  const [worst] = [...ahead].toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const now = `The time on this machine is ${new Date().toISOString()}`;
  if (worst === undefined) return ok(`${now}; there is no other clock to compare.`);
  const [clock, milliseconds] = worst;
  const seconds = Math.abs(milliseconds) / 1000;
  if (seconds < 2) return ok(`${now}; ${[...ahead.keys()].join(', ')} agree within 2 seconds.`);
  return (seconds < 60 ? warning : problem)(
    `${now}; ${clock} is ${Math.round(seconds)} seconds ${milliseconds > 0 ? 'ahead' : 'behind'}.`,
    'Synchronize both machines with a time server; see timedatectl.',
  );
}

function ifTablesExist(check: (db: PostgresEngine) => Promise<CheckResult>): Check['run'] {
  return async ({ postgres }) =>
    'engine' in postgres && (await sql.hasTables(postgres.engine)) ? check(postgres.engine) : null;
}

/** The rarest job runs every ten minutes, and a run may take eight. */
const longestWaitMinutes = 15;

async function checkJobs(db: PostgresEngine): Promise<CheckResult> {
  const jobs = await sql.jobStatuses(db);
  if (jobs.length === 0)
    return problem('No jobs are scheduled.', 'Restart the server, which schedules them.');
  const namesWhere = (filter: (job: (typeof jobs)[number]) => boolean): string =>
    jobs
      .filter(filter)
      .map(({ name }) => name)
      .join(', ');
  const stuck = namesWhere((job) => job.waitingMinutes > longestWaitMinutes);
  const abandoned = namesWhere((job) => job.abandoned > 0);
  const failed = namesWhere((job) => job.failed > 0);
  const mend = 'Check the server log for these jobs, then restart the server.';
  if (stuck !== '') return problem(`Jobs waiting for a worker: ${stuck}.`, mend);
  if (abandoned !== '') return problem(`Jobs that stopped responding: ${abandoned}.`, mend);
  if (failed !== '') return warning(`Jobs that failed in the last hour: ${failed}.`, mend);
  return ok(`${jobs.length} jobs are scheduled and run on time.`);
}

async function checkMails(db: PostgresEngine): Promise<CheckResult> {
  const { waiting, failing, givenUp, error } = await sql.mailStatus(db);
  if (failing === 0 && givenUp === 0) return ok(`${waiting} waiting to be sent, none failed.`);
  return warning(
    `${failing} could not be sent yet and ${givenUp} failed for good in the last day${error === null ? '.' : `: ${error}`}`,
    'Check SMTP_URL and MAGPIE_MAIL_FROM, and test them: npm run magpie -- mail test <email>',
  );
}

async function checkWebhooks(db: PostgresEngine): Promise<CheckResult> {
  const { enabled, failing, disabled } = await sql.webhookStatus(db);
  if (failing === 0 && disabled === 0) return ok(`${enabled} enabled, none failing.`);
  return warning(
    `${failing} have been failing for more than an hour and ${disabled} are disabled.`,
    'Their owners can see the errors under Settings, Webhooks, fix the address and enable them again.',
  );
}
