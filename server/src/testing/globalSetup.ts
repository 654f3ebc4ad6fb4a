import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { createLog } from '../config/log.ts';
import { startEmbedded } from '../db/postgres/embedded/embedded.ts';
import { openServer } from '../db/postgres/postgres.ts';
import { buildServer } from './build.ts';
import { createDatabase } from './postgres.sql.ts';
import { embeddedPackage } from './postgresProject.ts';
import { findInstalledPostgres, startTestServer } from './postgresServer.ts';
import {
  type LaneConnection,
  type PostgresLane,
  runOn,
  serverFor,
  templateDatabase,
} from './postgresLane.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresLanes: PostgresLane[];
  }
}

/** A PostgreSQL that the whole run shares. */
interface SharedServer {
  readonly connection: LaneConnection;
  stop(): Promise<void>;
}

interface Lane {
  /** As MAGPIE_REQUIRE_LANES lists it. */
  readonly id: string;
  readonly name: string;
  /** Null when the machine has no programs for it. */
  readonly start: (() => Promise<SharedServer>) | null;
}

/** Starts shared servers and prints the active lanes. A required lane that is missing fails the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const seed = process.env['MAGPIE_TEST_SEED'];
  if (seed !== undefined) console.log(`Property tests use MAGPIE_TEST_SEED=${seed}`);
  const removePlace = makePlace();
  project.provide('buildProblem', buildServer());
  const required = new Set((process.env['MAGPIE_REQUIRE_LANES'] ?? '').split(','));
  const servers: SharedServer[] = [];
  const open = async (lane: Lane): Promise<PostgresLane> => {
    if (lane.start === null) return missing(lane, required.has(lane.id));
    const server = await lane.start();
    servers.push(server);
    await makeTemplate(server.connection);
    return { name: lane.name, available: true, connection: server.connection };
  };
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    removePlace();
  };
  const opened = await Promise.allSettled(lanes().map(open));
  const failed = opened.find((lane) => lane.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  project.provide(
    'postgresLanes',
    opened.flatMap((lane) => (lane.status === 'fulfilled' ? [lane.value] : [])),
  );
  return stop;
}

/** Gives the run a folder for all that it writes, and returns how to remove it with what killed tests left there. */
function makePlace(): () => void {
  const place = mkdtempSync(path.join(isMemoryRoomy() ? memory : os.tmpdir(), 'magpie-tests-'));
  // The PostgreSQL of root is another account and must be able to pass.
  chmodSync(place, 0o711);
  // The processes that run the tests have it from this one.
  process.env['TMPDIR'] = place;
  return () => rmSync(place, { recursive: true, force: true, maxRetries: 10 });
}

/** A disk in memory: engines wait for a real one at every commit, and no test is about the end of the machine. */
const memory = '/dev/shm';

/** Containers often give it 64 MB, and some let no program be run from there. */
function isMemoryRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const [mount = ''] = /^\S+ \/dev\/shm .*$/m.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
    return mount !== '' && !mount.includes('noexec') && bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}

function lanes(): Lane[] {
  const installed = findInstalledPostgres();
  return [
    { id: 'postgres-embedded', name: 'embedded 18', start: isEmbeddedInstalled() ? startShared : null },
    {
      id: 'postgres-server',
      name: `server ${installed?.major ?? 'of this machine'}`,
      start: installed === undefined ? null : () => startTestServer(installed),
    },
  ];
}

/** npm leaves it out on platforms that it has no programs for. */
function isEmbeddedInstalled(): boolean {
  try {
    return createRequire(import.meta.url).resolve(embeddedPackage) !== '';
  } catch {
    return false;
  }
}

function missing({ id, name }: Lane, required: boolean): PostgresLane {
  const notice = `No PostgreSQL programs (15 or newer) were found for the lane ${id}`;
  if (required) throw new Error(`${notice}, but MAGPIE_REQUIRE_LANES requires it.`);
  console.warn(`${notice}: its tests are skipped.`);
  return { name, available: false, connection: null };
}

async function startShared(): Promise<SharedServer> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-pg-embedded-'));
  chmodSync(dataFolder, 0o711);
  const server = await startEmbedded({ dataFolder, log: createLog('warn') });
  return {
    connection: server.connection,
    async stop() {
      await server.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
}

async function makeTemplate(connection: LaneConnection): Promise<void> {
  await runOn(connection, createDatabase(templateDatabase, 'template1'));
  const server = serverFor('template', { ...connection, database: templateDatabase });
  const engine = await openServer(server, createLog('warn'));
  await engine.close();
}
