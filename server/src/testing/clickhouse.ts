import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openClickHouse, type ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '../db/clickhouse/migrate.ts';
import { migrations, type IndexMigration } from '../db/clickhouse/migrations.sql.ts';
import { createLog } from '../config/log.ts';
import { startClickHouseFront } from './clickhouseFront.ts';

/** For suites about ClickHouse itself, and for the statements that write or use many parameters: both ways to an engine. */
export const everyClickHouseLane = ['embedded', 'http'] as const;
export type ClickHouseLane = (typeof everyClickHouseLane)[number];

/** For all other suites: both lanes execute the same statements through the same client. `npm run test:soak` runs them on both. */
export const clickhouseLanes: readonly [ClickHouseLane, ...ClickHouseLane[]] =
  process.env['MAGPIE_TEST_LANES'] === 'all' ? everyClickHouseLane : [everyClickHouseLane[0]];

/** An engine over HTTP, with the address that other clients use. */
export interface ClickHouseServer extends ClickHouseEngine {
  readonly url: string;
}

/** As `freshClickHouse('http')`, for several clients. */
export function freshClickHouseServer(): Promise<ClickHouseServer> {
  return freshEngine('http', openServerOn);
}

/**
 * An empty engine with the current schema, in a temporary folder that `close()` removes. A process can
 * have one embedded engine at a time, and the HTTP lane has one behind it: close one before the next.
 */
export function freshClickHouse(lane: ClickHouseLane): Promise<ClickHouseEngine> {
  return freshEngine(lane, (folder) => openOn(lane, folder));
}

async function freshEngine<Engine>(
  lane: ClickHouseLane,
  open: (folder: string) => Promise<Engine>,
): Promise<Engine> {
  const model = path.join(os.tmpdir(), `prepared-clickhouse-${lane}`);
  if (!existsSync(model)) await prepare(lane, model);
  const folder = await temporaryFolder();
  execFileSync('cp', ['-a', `${model}/.`, folder]);
  return open(folder);
}

/** Making the schema takes most of the time of opening an engine: it is made once, and copied. */
async function prepare(lane: ClickHouseLane, model: string): Promise<void> {
  const folder = await temporaryFolder();
  const engine = await openOn(lane, folder, { keep: true });
  await migrateClickHouse(engine, { cluster: null, log: silentLog });
  await engine.close();
  // If another process did this first, this has no effect.
  if (!existsSync(model)) await rename(folder, model);
}

/** The same without a schema. */
export async function emptyClickHouse(lane: ClickHouseLane): Promise<ClickHouseEngine> {
  return openOn(lane, await temporaryFolder());
}

async function openOn(lane: ClickHouseLane, dataFolder: string, { keep = false } = {}) {
  if (lane === 'http') return openServerOn(dataFolder, { keep });
  const engine = await openClickHouse({ url: null, cluster: null, dataFolder, log: silentLog });
  return { ...engine, close: () => closeAll([engine], dataFolder, keep) };
}

async function openServerOn(dataFolder: string, { keep = false } = {}): Promise<ClickHouseServer> {
  const front = await startClickHouseFront({ folder: path.join(dataFolder, 'server') });
  const url = `${front.url}/magpie`;
  const engine = await openClickHouse({ url, cluster: null, dataFolder, log: silentLog });
  return { ...engine, url, close: () => closeAll([engine, front], dataFolder, keep) };
}

async function closeAll(opened: readonly { close(): Promise<void> }[], dataFolder: string, keep: boolean) {
  for (const each of opened) await each.close();
  if (!keep) await rm(dataFolder, { recursive: true, force: true });
}

export const silentLog = createLog('silent');

export function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'magpie-clickhouse-'));
}

/** The real schema, and after it a migration of several statements, so that a kill can fall between them. */
export const longerMigrations: readonly IndexMigration[] = [
  ...migrations,
  {
    version: 1_000_001,
    name: 'visits',
    statements: () => [
      'CREATE TABLE IF NOT EXISTS visits (id UInt64, place String) ENGINE = MergeTree ORDER BY id',
      'ALTER TABLE visits ADD COLUMN IF NOT EXISTS seen_at DateTime',
      'ALTER TABLE visits ADD INDEX IF NOT EXISTS places place TYPE set(100)',
      'CREATE TABLE IF NOT EXISTS visits_by_day (day Date) ENGINE = MergeTree ORDER BY day',
    ],
  },
];

/** Runs a role of `clickhouseChild.ts` in a child process, through Vite since Node 20 does not run TypeScript. */
export function startClickHouseChild(
  role: 'insert' | 'migrate' | 'hold' | 'work',
  dataFolder: string,
  count = 0,
  surroundings: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): ChildProcessWithoutNullStreams {
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'dist/node/index.js',
  );
  const victim = fileURLToPath(new URL('./clickhouseChild.ts', import.meta.url));
  const load = `
    const { runnerImport } = await import(${JSON.stringify(pathToFileURL(vite).href)});
    await runnerImport(${JSON.stringify(victim)}, { root: ${JSON.stringify(import.meta.dirname)}, configFile: false, logLevel: 'error' });`;
  return spawn(
    process.execPath,
    ['--input-type=module', '-e', load, role, dataFolder, String(count)],
    surroundings,
  );
}
