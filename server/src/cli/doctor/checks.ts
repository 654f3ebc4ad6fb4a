import { constants } from 'node:fs';
import { access, lstat, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { damageAdvice, describeDamage, findLosses, listDamage, verifyTables } from '../../ads/indexHealth.ts';
import { changedMigrations } from '../../backup/upgrade.ts';
import { watchDiskSpace } from '../../config/dataFolder.ts';
import { createLog } from '../../config/log.ts';
import { appliedMigrations } from '../../db/clickhouse/migrate.ts';
import { type AppliedMigration, readApplied } from '../../db/postgres/migrate.sql.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openRedis } from '../../db/redis/openRedis.ts';
import { closeRedis, pingRedis } from '../../db/redis/redis.ts';
import { readDashboard } from '../../http/routes/dashboard.ts';
import { siteAddress } from '../../http/siteAddress.ts';
import { openFiles } from '../../integrations/storage/files.ts';
import { installedVersion } from '../../system/system.ts';
import { probeListenAddress } from '../openListener.ts';
import {
  type Check,
  type CheckResult,
  type DoctorContext,
  describeError,
  ok,
  problem,
  warning,
} from './check.ts';
import * as sql from './doctor.sql.ts';

const restartAdvice = 'an embedded engine restarts with the server.';
const schemaAdvice = 'Restart the server to apply the others.';

export const checks: readonly Check[] = [
  {
    name: 'server',
    mend: 'Check its log and restart it.',
    run: ({ isServer }) =>
      isServer
        ? ok(
            `Version ${installedVersion()} has been running as process ${process.pid} for ${Math.round(process.uptime() / 60)} minutes.`,
          )
        : ok('No server is running on this data folder; checked from this process.'),
  },
  {
    name: 'memory',
    mend: 'Give Magpie at least 1,024 MB, stop other programs, or use external engines.',
    run: () => {
      const total = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, os.totalmem());
      const available = process.availableMemory();
      const isEnough = total >= 1024 * megabyte && available >= 256 * megabyte;
      return (isEnough ? ok : warning)(`${formatMegabytes(available)} of ${formatMegabytes(total)} free.`);
    },
  },
  {
    name: 'data folder',
    mend: 'Set MAGPIE_DATA_DIR to a folder that this account can write to.',
    run: async ({ config: { dataFolder }, isServer, folderProblem }) => {
      if (folderProblem !== null) return folderProblem;
      if (isServer) return ok(`${dataFolder}, locked by this server.`);
      const parent = await nearestExisting(dataFolder);
      if (!(await succeeds(access(parent, constants.W_OK | constants.X_OK))))
        return problem(
          parent === dataFolder
            ? `${dataFolder} is not a folder that this account can write to.`
            : `${dataFolder} does not exist, and this account cannot create it in ${parent}.`,
        );
      return parent === dataFolder
        ? ok(`${dataFolder}, not locked.`)
        : ok(`${dataFolder} does not exist yet; the first start creates it.`);
    },
  },
  {
    name: 'owner and modes',
    mend: 'Run Magpie as the owner of the data folder, and remove the access of others: chmod go-rw',
    run: ifFolderExists(async (folder) => {
      const { uid, mode } = await stat(folder);
      const account = process.getuid?.() ?? 0;
      const says = `The folder is owned by ${uid}, mode ${(mode & 0o777).toString(8)}`;
      // Root can write everywhere.
      if (uid !== account)
        return (account === 0 ? warning : problem)(`${says}, and Magpie runs as ${account}.`);
      return (mode & 0o066) === 0
        ? ok(`${says}.`)
        : warning(`${says}: other accounts on this machine can read it or write to it.`);
    }),
  },
  {
    name: 'disk',
    mend: 'Free space on the disk of the data folder, or move the folder to a larger disk.',
    run: ifFolderExists(async (folder) => {
      const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
      const says = `${formatMegabytes(bavail * bsize)} of ${formatMegabytes(blocks * bsize)} free.`;
      if (!(await watchDiskSpace(folder).enough())) return problem(`${says} Writes are blocked.`);
      // Some file systems have no fixed number of files and report 0.
      if (files > 0 && ffree < 1000) return problem(`${says} No more than ${ffree} files can be created.`);
      return (bavail * bsize < 2048 * megabyte ? warning : ok)(says);
    }),
  },
  {
    name: 'PostgreSQL',
    mend: `Check DATABASE_URL and that PostgreSQL is running; ${restartAdvice}`,
    run: async ({ postgres }) => {
      if ('result' in postgres) return postgres.result;
      const { description } = postgres.engine;
      const { isReplica, connections, mostConnections } = await sql.postgresStatus(postgres.engine);
      if (isReplica)
        return problem(`${description} is read-only.`, 'Set DATABASE_URL to the primary server.');
      const says = `${description} responds and is writable; ${connections} of ${mostConnections} connections are in use.`;
      if (connections < mostConnections * 0.8) return ok(says);
      return warning(says, 'Raise max_connections of PostgreSQL, or close other connections.');
    },
  },
  {
    name: 'PostgreSQL schema',
    mend: schemaAdvice,
    run: withPostgres(async (db, { known, isServer }) =>
      compareSchema(await readApplied(db), known.postgres, isServer),
    ),
  },
  {
    name: 'ClickHouse',
    mend: `Check CLICKHOUSE_URL and that ClickHouse is running and writable; ${restartAdvice}`,
    run: async ({ clickhouse }) => {
      if ('result' in clickhouse) return clickhouse.result;
      await clickhouse.engine.ping();
      if ((await appliedMigrations(clickhouse.engine)).length > 0) await sql.writeNothing(clickhouse.engine);
      return ok(`${clickhouse.engine.description.replace(/^e/, 'E')} responds and is writable.`);
    },
  },
  {
    name: 'ClickHouse schema',
    mend: schemaAdvice,
    run: async ({ clickhouse, known, isServer }) =>
      'engine' in clickhouse
        ? compareSchema(await appliedMigrations(clickhouse.engine), known.clickhouse, isServer)
        : null,
  },
  { name: 'index data', mend: damageAdvice, run: checkIndexData },
  {
    name: 'Redis',
    mend: 'Check REDIS_URL and that Redis is running, is not full and is not a replica.',
    run: async ({ config: { redisUrl } }) => {
      if (redisUrl === null)
        return ok('Not configured; each node keeps rate limits and cached responses in memory.');
      const redis = openRedis(redisUrl, createLog('silent'));
      try {
        await pingRedis(redis);
        // A full or read-only Redis still responds to pings.
        await redis.set('magpie:doctor', '1', 'PX', 1000);
        return ok('Responds and is writable.');
      } finally {
        await closeRedis(redis);
      }
    },
  },
  {
    name: 'file storage',
    mend: 'Check S3_URL and that the storage runs.',
    run: async ({ config }) => {
      if (config.s3Url === null) return ok('Files are stored in the data folder.');
      await openFiles(config).check();
      return ok('Wrote, read and deleted a test file.');
    },
  },
  {
    name: 'jobs',
    mend: 'Check the server log for these jobs, then restart the server.',
    run: withPostgres(async (db, { isServer }) => {
      // Without a server there are no workers.
      if (!isServer) return null;
      const { scheduled, stuck, failed } = await sql.jobStatus(db);
      if (scheduled === 0)
        return problem('No jobs are scheduled.', 'Restart the server, which schedules them.');
      if (stuck.length > 0) return problem(`Jobs that wait or stopped responding: ${stuck.join(', ')}.`);
      if (failed.length > 0) return warning(`Jobs that failed in the last hour: ${failed.join(', ')}.`);
      return ok(`${scheduled} jobs are scheduled and run on time.`);
    }),
  },
  {
    name: 'mails',
    mend: 'Check SMTP_URL and MAGPIE_MAIL_FROM, and test them: npm run magpie -- mail test <email>',
    run: ifSchemaIsCurrent(async (db) => {
      const { waiting, failing, givenUp, error } = await sql.mailStatus(db);
      if (failing === 0 && givenUp === 0) return ok(`${waiting} waiting to be sent, none failed.`);
      return warning(
        `${failing} could not be sent yet and ${givenUp} failed for good in the last day${error === null ? '.' : `: ${error}`}`,
      );
    }),
  },
  {
    name: 'port',
    mend: 'Stop the other program, or change PORT or HOST.',
    run: async ({ config, isServer }) => {
      if (config.port === 0) return ok('A free port is chosen at each start.');
      if (!isServer) {
        await probeListenAddress(config);
        return ok(`Port ${config.port} on ${config.host} is free.`);
      }
      const url = siteAddress({ ...config, publicUrl: null });
      const status = await fetchStatus(`${url}/readyz`).catch(describeError);
      if (typeof status === 'string')
        return problem(
          `This server does not respond at ${url}: ${status}.`,
          'Wait until it has started, or check its log.',
        );
      if (status === 200) return ok(`This server responds at ${url} and is ready.`);
      return problem(
        `This server responds at ${url} but is not ready (status ${status}).`,
        `See ${url}/readyz for the failing part.`,
      );
    },
  },
  {
    name: 'public address',
    mend: 'Check DNS and that the proxy forwards all requests to Magpie; it may still work from outside.',
    run: checkPublicUrl,
  },
  {
    name: 'proxy',
    mend: 'Set MAGPIE_TRUST_PROXY to the number or the addresses of the proxies.',
    run: ({ config: { trustProxy, publicUrl, host } }) => {
      if (trustProxy === false && publicUrl?.startsWith('https:')) {
        return warning(
          'The public address uses TLS, so there is a proxy, but no proxy is trusted: all requests appear to come from one address and share its rate limits.',
        );
      }
      if (typeof trustProxy === 'number' && !isLoopback(host)) {
        return warning(
          `${trustProxy} proxies are trusted by number, but the port is open to the network: clients that connect directly can claim any address.`,
          'Close the port to everything but the proxy, or set MAGPIE_TRUST_PROXY to its address.',
        );
      }
      return ok(trustProxy === false ? 'No proxy is trusted.' : `Trusted: ${String(trustProxy)}.`);
    },
  },
  {
    name: 'mail server',
    mend: 'Set SMTP_URL to send invitations and digests, and MAGPIE_MAIL_FROM to an address of your domain.',
    run: ({ config: { smtpUrl, mailFrom, publicUrl } }) => {
      const notSet = 'Not set; mails are written to the folder mail in the data folder.';
      if (smtpUrl === null) return (publicUrl === null ? ok : warning)(notSet);
      const { host } = new URL(smtpUrl);
      if (!/@localhost>?$/.test(mailFrom)) return ok(`${host}, from ${mailFrom}; not tested.`);
      return warning(`The sender is ${mailFrom}, which most mail servers such as ${host} reject.`);
    },
  },
  {
    name: 'dashboard',
    mend: 'Run npm run build in the Magpie folder.',
    run: () => {
      const files = readDashboard();
      return files === null ? problem('The dashboard is not built.') : ok(`Built: ${files.size} files.`);
    },
  },
];

function withPostgres(
  check: (db: PostgresEngine, context: DoctorContext) => Promise<CheckResult | null>,
): Check['run'] {
  return (context) => ('engine' in context.postgres ? check(context.postgres.engine, context) : null);
}

/** Older schemas lack the tables. */
function ifSchemaIsCurrent(check: (db: PostgresEngine) => Promise<CheckResult>): Check['run'] {
  return withPostgres(async (db, { known }) =>
    (await readApplied(db)).length === known.postgres.length ? check(db) : null,
  );
}

function ifFolderExists(check: (folder: string) => Promise<CheckResult>): Check['run'] {
  return async ({ config: { dataFolder } }) =>
    (await stat(dataFolder).catch(() => null))?.isDirectory() ? check(dataFolder) : null;
}

const megabyte = 1024 * 1024;
const formatMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte).toLocaleString('en')} MB`;

const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[?::1\]?)$/.test(host);

/** Includes dangling links, in which no folder can be created. */
async function nearestExisting(place: string): Promise<string> {
  return (await succeeds(lstat(place))) ? place : nearestExisting(path.dirname(place));
}

const succeeds = async (promise: Promise<unknown>): Promise<boolean> =>
  (await Promise.allSettled([promise]))[0].status === 'fulfilled';

function compareSchema(
  applied: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
  isServer: boolean,
): CheckResult {
  const [unknown] = changedMigrations(applied, known);
  if (unknown !== undefined) {
    return problem(
      `Created by another version of Magpie: the migration '${unknown.name}' is unknown.`,
      'Start the version that created it, or a newer one.',
    );
  }
  if (applied.length === known.length)
    return ok(`Up to date: ${known.length} of ${known.length} migrations.`);
  const says = `${applied.length} of ${known.length} migrations are applied.`;
  return isServer ? problem(says) : warning(says, 'Start the server to apply the others.');
}

/** Less than the timeout of a check; the server verifies the rest daily. */
const verifyMilliseconds = 20_000;

async function checkIndexData({ postgres, clickhouse, known }: DoctorContext): Promise<CheckResult | null> {
  if (!('engine' in postgres) || !('engine' in clickhouse)) return null;
  const [db, engine] = [postgres.engine, clickhouse.engine];
  // Older schemas lack what is compared.
  if ((await readApplied(db)).length !== known.postgres.length) return null;
  if ((await appliedMigrations(engine)).length !== known.clickhouse.length) return null;
  const end = performance.now() + verifyMilliseconds;
  const losses = await findLosses({ clickhouse: engine, db });
  const { corrupt, unverified } = await verifyTables(engine, () => performance.now() < end);
  const recorded =
    unverified.length === 0 ? [] : (await listDamage(db)).filter(({ kind }) => kind === 'corrupt');
  const damage = new Set([...losses, ...corrupt, ...recorded].map(describeDamage));
  if (damage.size > 0) return problem([...damage].join(' '));
  return unverified.length === 0
    ? ok('All recorded ads are present, and all data matches its checksums.')
    : ok(
        `All recorded ads are present; not verified within the time limit: ${unverified.join(', ')}. The server verifies all tables once a day.`,
      );
}

async function fetchStatus(url: string): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
  await response.body?.cancel();
  return response.status;
}

async function checkPublicUrl({ config, isServer }: DoctorContext): Promise<CheckResult> {
  const { publicUrl, host } = config;
  if (publicUrl === null) {
    if (isLoopback(host)) return ok('Not set; Magpie is only reachable from this machine.');
    return warning(
      'Not set, but Magpie is open to the network: links in mails work only on this machine.',
      'Set MAGPIE_PUBLIC_URL to the address that people use.',
    );
  }
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return warning(
      `${origin} has no TLS: keys and cookies are sent unencrypted.`,
      'Put a proxy with a certificate in front of Magpie, and set MAGPIE_PUBLIC_URL to its https address.',
    );
  }
  if (!isServer) return ok(`${origin}; not tested, because no server is running.`);
  try {
    const status = await fetchStatus(`${publicUrl.replace(/\/$/, '')}/healthz`);
    return status === 200 ? ok(`${origin} responds.`) : warning(`${origin} responds with status ${status}.`);
  } catch (error) {
    return warning(`${origin} cannot be reached from this machine: ${describeError(error)}.`);
  }
}
