import { damageAdvice, describeDamage, findLosses, listDamage, verifyTables } from '../../ads/indexHealth.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { migrations as clickhouseMigrations } from '../../db/clickhouse/migrations.sql.ts';
import { openFiles } from '../../integrations/storage/files.ts';
import { createLog } from '../../config/log.ts';
import { readMigrations } from '../../db/postgres/migrate.ts';
import { hasMigrationsTable, readApplied } from '../../db/postgres/migrate.sql.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openRedis } from '../../db/redis/openRedis.ts';
import { closeRedis, ping } from '../../db/redis/redis.ts';
import * as sql from './engines.sql.ts';
import { type Check, ok, problem, problemOf, type Verdict, warning } from './finding.ts';
import { diskAhead, isFolder } from './folder.ts';
import type { Opened, DoctorContext } from './doctorContext.ts';

/** What keeps the data: whether it answers, may be written to, and has the tables of this version. */
export function engineChecks(patient: DoctorContext): Check[] {
  const { config, postgres, clickhouse } = patient;
  const { clickhouseCluster: cluster } = config;
  const ofPostgres = <Result>(look: (db: PostgresEngine) => Result) => ifOpen(postgres, look);
  const ofClickHouse = <Result>(look: (engine: ClickHouseEngine) => Result) => ifOpen(clickhouse, look);
  return [
    {
      name: 'PostgreSQL',
      look: () => ofPostgres(postgresAnswers) ?? whyNot(postgres, 'DATABASE_URL', 'PostgreSQL'),
    },
    { name: 'PostgreSQL schema', look: () => ofPostgres((db) => postgresSchema(db, patient.isServer)) },
    {
      name: 'ClickHouse',
      look: () => ofClickHouse(clickhouseAnswers) ?? whyNot(clickhouse, 'CLICKHOUSE_URL', 'ClickHouse'),
    },
    {
      name: 'ClickHouse schema',
      look: () => ofClickHouse((engine) => clickhouseSchema(engine, patient.isServer)),
    },
    { name: 'index data', look: () => indexIsWhole(patient) },
    {
      name: 'ClickHouse cluster',
      look: () => (cluster === null ? null : ofClickHouse((engine) => clusterIsWhole(engine, cluster))),
    },
    { name: 'Redis', look: () => redisAnswers(config.redisUrl) },
    { name: 'file storage', look: () => filesAreKept(config) },
    { name: 'clock', look: () => clocksAgree(patient) },
  ];
}

function ifOpen<Engine, Result>(opened: Opened<Engine>, look: (engine: Engine) => Result): Result | null {
  return 'engine' in opened ? look(opened.engine) : null;
}

function whyNot(opened: Opened<unknown>, variable: string, engine: string): Verdict | null {
  if ('failure' in opened) {
    return problemOf(
      opened.failure,
      `Check ${variable} and that ${engine} runs; an embedded one is restarted with the server.`,
    );
  }
  return 'unopened' in opened ? opened.unopened : null;
}

async function postgresAnswers(db: PostgresEngine): Promise<Verdict> {
  const standing = await sql.postgresStanding(db);
  if (standing === undefined) throw new Error('PostgreSQL gave no answer');
  const { isReplica, mayCreate, connections, mostConnections } = standing;
  if (isReplica) {
    return problem(
      `${db.description} can only be read.`,
      'Set DATABASE_URL to the server that is written to.',
    );
  }
  if (!mayCreate) {
    return problem(
      `${db.description} does not let this user make tables.`,
      'Let the user of DATABASE_URL create in the schema: GRANT CREATE ON SCHEMA public TO …',
    );
  }
  const says = `${db.description} answers and can be written to; ${connections} of ${mostConnections} connections are in use.`;
  if (connections < mostConnections * 0.8) return ok(says);
  return warning(says, 'Raise max_connections of PostgreSQL, or end what else is connected to it.');
}

async function postgresSchema(db: PostgresEngine, isServer: boolean): Promise<Verdict> {
  const migrations = await readMigrations();
  const applied = (await hasMigrationsTable(db)) ? await readApplied(db) : [];
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const strange = applied.find(({ name, checksum }) => known.get(name) !== checksum);
  return schemaVerdict(applied.length, migrations.length, strange?.name, isServer);
}

async function clickhouseAnswers(engine: ClickHouseEngine): Promise<Verdict> {
  await engine.ping();
  if ((await sql.appliedToClickHouse(engine)).length > 0) {
    try {
      await sql.writeNothing(engine);
    } catch (error) {
      return problemOf(error, 'Grant the user of CLICKHOUSE_URL all on its database, without readonly.');
    }
  }
  return ok(`${engine.description.replace(/^e/, 'E')} answers and can be written to.`);
}

async function clickhouseSchema(engine: ClickHouseEngine, isServer: boolean): Promise<Verdict> {
  const applied = await sql.appliedToClickHouse(engine);
  const known = new Set(clickhouseMigrations.map(({ version }) => version));
  const strange = applied.find(({ version }) => !known.has(version));
  return schemaVerdict(applied.length, clickhouseMigrations.length, strange?.name, isServer);
}

/** Less than a check may take; the server verifies the rest by the clock. */
const verifyMilliseconds = 20_000;

/** Compares what is stored with what was recorded and with its checksums. */
async function indexIsWhole({ postgres, clickhouse }: DoctorContext): Promise<Verdict | null> {
  if (!('engine' in postgres) || !('engine' in clickhouse)) return null;
  const [db, engine] = [postgres.engine, clickhouse.engine];
  // Without the newest schemas there is nothing to compare with.
  if (!(await hasNewestSchemas(db, engine))) return null;
  const end = performance.now() + verifyMilliseconds;
  const losses = await findLosses({ clickhouse: engine, db });
  const { corrupt, unverified } = await verifyTables(engine, () => performance.now() < end);
  const known =
    unverified.length === 0 ? [] : (await listDamage(db)).filter(({ kind }) => kind === 'corrupt');
  const damage = new Set([...losses, ...corrupt, ...known].map(describeDamage));
  if (damage.size > 0) return problem([...damage].join(' '), damageAdvice);
  return unverified.length === 0
    ? ok('All ads that were recorded are there, and all stored data matches its checksums.')
    : ok(
        `All ads that were recorded are there; there was no time to verify ${unverified.join(', ')}, which the server does once a day.`,
      );
}

async function hasNewestSchemas(db: PostgresEngine, engine: ClickHouseEngine): Promise<boolean> {
  const applied = (await hasMigrationsTable(db)) ? await readApplied(db) : [];
  return (
    applied.length === (await readMigrations()).length &&
    (await sql.appliedToClickHouse(engine)).length === clickhouseMigrations.length
  );
}

function schemaVerdict(
  applied: number,
  known: number,
  strange: string | undefined,
  isServer: boolean,
): Verdict {
  if (strange !== undefined) {
    return problem(
      `It was made by another version of Magpie: this one does not know '${strange}'.`,
      'Start the version that made it, or a newer one.',
    );
  }
  if (applied === known) return ok(`It is the newest: ${known} of ${known} migrations.`);
  const says = `${applied} of ${known} migrations are done.`;
  if (isServer) return problem(says, 'Restart the server, which brings the schema up to date.');
  return warning(says, 'Start the server, which brings the schema up to date.');
}

async function clusterIsWhole(engine: ClickHouseEngine, cluster: string): Promise<Verdict> {
  const { shards, nodes, failing } = await sql.clusterStanding(engine, cluster);
  if (nodes === 0) {
    return problem(
      `The server knows no cluster '${cluster}'.`,
      'Set CLICKHOUSE_CLUSTER to one of system.clusters, or configure it on every node.',
    );
  }
  const says = `'${cluster}' has ${shards} shards and ${nodes} nodes.`;
  const { unwritable, alone, lateSeconds } = await sql.replicaStanding(engine);
  if (unwritable.length > 0) {
    return problem(
      `${says} Its tables ${unwritable.join(', ')} cannot be written to.`,
      'See that Keeper runs and that this node reaches it.',
    );
  }
  if (failing.length > 0 || alone.length > 0) {
    const who = failing.length > 0 ? failing.join(', ') : `a replica of ${alone.join(', ')}`;
    return warning(
      `${says} Of them ${who} did not answer.`,
      'Start the missing nodes, or see why they hang.',
    );
  }
  if (lateSeconds < 300) return ok(says);
  return warning(
    `${says} This one is ${Math.round(lateSeconds / 60)} minutes behind.`,
    'See whether its disk, its network or Keeper is slow.',
  );
}

async function redisAnswers(url: string | null): Promise<Verdict> {
  if (url === null) return ok('None is set; limits and cached answers are in the memory of each node.');
  const redis = openRedis(url, createLog('silent'));
  try {
    await ping(redis);
    // A full or read-only one answers every ping.
    await redis.set('magpie:doctor', '1', 'PX', 1000);
    return ok('It answers and can be written to.');
  } catch (error) {
    return problemOf(error, 'Check REDIS_URL and that Redis runs, with room and as one that is written to.');
  } finally {
    await closeRedis(redis);
  }
}

async function filesAreKept(config: DoctorContext['config']): Promise<Verdict> {
  if (config.s3Url === null) return ok('Files are in the data folder.');
  await openFiles(config).check();
  return ok('A file was put there, read and deleted.');
}

const tooFarMilliseconds = 2000;
const muchTooFarMilliseconds = 60_000;

/** No time server is asked: what is compared are the clocks that Magpie's own parts go by. */
async function clocksAgree({ config, postgres, clickhouse }: DoctorContext): Promise<Verdict> {
  const ahead = new Map<string, number>();
  const compare = async (whose: string, ask: () => Promise<number | undefined>): Promise<void> => {
    const before = Date.now();
    const theirs = await ask().catch(() => undefined);
    if (theirs !== undefined) ahead.set(whose, theirs - (before + Date.now()) / 2);
  };
  if ('engine' in postgres) {
    await compare('PostgreSQL', async () => (await sql.postgresStanding(postgres.engine))?.now);
  }
  if ('engine' in clickhouse) await compare('ClickHouse', () => sql.clickhouseNow(clickhouse.engine));
  if (await isFolder(config.dataFolder)) {
    await compare('the disk', async () => Date.now() + (await diskAhead(config.dataFolder)));
  }
  return clockVerdict(ahead);
}

/** By how many milliseconds each clock is ahead of ours. */
export function clockVerdict(ahead: ReadonlyMap<string, number>): Verdict {
  const [worst] = [...ahead].toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const now = `Here it is ${new Date().toISOString()}`;
  if (worst === undefined) return ok(`${now}; there is nothing to compare it with.`);
  const [whose, milliseconds] = worst;
  const apart = Math.abs(milliseconds);
  if (apart < tooFarMilliseconds)
    return ok(`${now}; ${[...ahead.keys()].join(', ')} agree within 2 seconds.`);
  const says = `${now}; ${whose} is ${Math.round(apart / 1000)} seconds ${milliseconds > 0 ? 'ahead' : 'behind'}.`;
  const mend = 'Let both machines take their time from a time server, and see timedatectl.';
  return apart < muchTooFarMilliseconds ? warning(says, mend) : problem(says, mend);
}
