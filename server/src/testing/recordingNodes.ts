import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PoolConfig } from 'pg';
import type { Catalog } from '../ads/catalog.ts';
import { openClickHouse, type ClickHouse, type ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { createPool } from '../db/postgres/pool.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { type openAd, plainCatalog } from './catalog.ts';
import { type ClickHouseServer, silentLog } from './clickhouse.ts';

export interface RecordingOrder {
  readonly url: string;
  readonly connection: PoolConfig;
  readonly ads: readonly Parameters<typeof openAd>[0][];
  readonly sighting: { readonly source: string; readonly seenAt: string };
  /** After this many writes to ClickHouse. */
  readonly dieAfter: number;
}

export interface RecordingNode {
  readonly catalog: Catalog;
  close(): Promise<void>;
}

type Engines = { readonly clickhouse: ClickHouseServer; readonly db: PostgresEngine };

/** A node of this process. It shares no connection with other nodes. */
export async function openNode(
  { clickhouse, db }: Engines,
  observe: (engine: ClickHouseEngine) => ClickHouse = (engine) => engine,
): Promise<RecordingNode> {
  const engine = await openClickHouse({ url: clickhouse.url, cluster: null, dataFolder: '', log: silentLog });
  const pool = createPool(db.connection, silentLog, 4);
  return {
    catalog: plainCatalog(observe(engine), pool),
    close: async () => void (await Promise.all([engine.close(), pool.close()])),
  };
}

/** Records in a child process. Resolves with whether it was killed before it was done. */
export async function recordInChild(
  { clickhouse, db }: Engines,
  order: Omit<RecordingOrder, 'url' | 'connection'>,
): Promise<boolean> {
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'dist/node/index.js',
  );
  const victim = fileURLToPath(new URL('./recordingChild.ts', import.meta.url));
  const settings = { root: import.meta.dirname, configFile: false, logLevel: 'error' };
  const load = `
    const { runnerImport } = await import(${JSON.stringify(pathToFileURL(vite).href)});
    await runnerImport(${JSON.stringify(victim)}, ${JSON.stringify(settings)});`;
  const given: RecordingOrder = { ...order, url: clickhouse.url, connection: db.connection };
  const child = spawn(process.execPath, ['--input-type=module', '-e', load, JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  await once(child, 'close');
  if (child.signalCode !== 'SIGKILL' && child.exitCode !== 0) throw new Error(`The node failed: ${printed}`);
  return child.signalCode === 'SIGKILL';
}

export async function emptyIndex(clickhouse: ClickHouse): Promise<void> {
  for (const table of [...Object.keys(comparedColumns), ...otherTables])
    await clickhouse.write(`TRUNCATE TABLE ${table}`);
}

/** The rows of all tables without times of writing and numbers of recordings. */
export async function readIndex(clickhouse: ClickHouse): Promise<Record<string, unknown>> {
  const rows = await Promise.all(
    Object.entries(comparedColumns).map(async ([table, columns]) => [
      table,
      await clickhouse.read(`SELECT ${columns} FROM ${table} FINAL ORDER BY ALL`),
    ]),
  );
  return Object.fromEntries(rows) as Record<string, unknown>;
}

/** `advertiser_sightings` depends on the batches: it has a row for each that names an advertiser. */
const otherTables = [
  'marks',
  'ad_names',
  'advertiser_sightings',
  'advertiser_bases',
  'page_names',
  'family_creatives',
  'picture_hashes',
  'text_vectors',
  'copy_vectors',
  'advertiser_embeddings',
];

const comparedColumns: Readonly<Record<string, string>> = {
  ads: '* EXCEPT (recorded_at, added_in)',
  sightings: '*',
  snapshots: '*',
  events: '* EXCEPT recorded_in',
  ad_places: '*',
  advertisers: '*',
  advertiser_pages: '*',
  trending_ads: '* EXCEPT written_at',
  page_uses: '* EXCEPT recorded_in',
  advertiser_totals: '* EXCEPT built_at',
  creatives: '*',
  creative_bands: '*',
  creative_ads: '*',
  creative_edges: '*',
};
