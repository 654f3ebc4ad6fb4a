import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { demoAds } from '@magpie/demo/demoAds';
import { magpie } from '@magpie/sources/openFormat';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createCatalog } from './ads/catalog.ts';
import type { ClickHouseEngine } from './db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from './db/postgres/postgres.ts';
import { createEnrichment } from './enrichment/enrichment.ts';
import { importAds } from './ingestion/importing/importAds.ts';
import { inputsAt } from './ingestion/reading/files.ts';
import type { createPreparation } from './preparation.ts';
import { freshClickHouse } from './testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from './testing/postgres.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let clickhouse: ClickHouseEngine;
let db: PostgresEngine;
let folder: string;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
  db = await freshDatabase(postgres);
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-prepared-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await clickhouse.close();
  await db.close();
});

const built = new URL('../dist/preparation.js', import.meta.url);

async function threadsOf(count: number) {
  expect(inject('buildProblem')).toBeFalsy();
  const module: { createPreparation: typeof createPreparation } = await import(built.href);
  return module.createPreparation(count);
}

/** More than one batch, with repeated ads in later ones, invalid ads, broken lines and values over several lines. */
function writeFile(): string {
  const ads = [...demoAds({ ads: 5100, today: '2026-01-01' })].map((ad) => JSON.stringify(ad));
  const again = ads.slice(0, 300).map((ad) => ad.replace('"status":"active"', '"status":"inactive"'));
  const odd = [
    '{"advertiser":{"name":7}}',
    '{"broken":',
    `{\n"advertiser": { "name": "Over lines" },\n"key": "meta:5"}`,
    '',
    `[${ads[3]}, {"advertiser":{"name":""}}]`,
    `{"advertiser":{"name":"Twice"},"key":"meta:6","bodies":["Only today","Only today"],"headlines":["A","A","B"]}`,
  ];
  const file = path.join(folder, 'ads.jsonl');
  writeFileSync(
    file,
    [...odd, ...ads.slice(0, 2500), ...odd, ...ads.slice(2500), ...again, ...odd].join('\n'),
  );
  return file;
}

const tables = {
  ads: 'advertiser_id, hash',
  ad_places: 'hash',
  sightings: 'hash, at, digest',
  snapshots: 'hash, captured_at',
  events: 'advertiser_id, hash, sequence, kind',
  trending_ads: 'day, hash',
  advertisers: 'advertiser_id',
  advertiser_pages: 'page',
  page_uses: 'advertiser_id, page, hash, sequence',
  creatives: 'creative',
  creative_ads: 'creative, hash',
  creative_bands: 'band, creative',
};

/** All rows without times of writing; recordings count from the first one of the import. */
async function readTables(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const recordings = await clickhouse.read<{ first: number }>('SELECT min(added_in) AS first FROM ads');
  const first = recordings[0]?.first ?? 0;
  for (const [table, order] of Object.entries(tables)) {
    const time = { ads: 'recorded_at', trending_ads: 'written_at' }[table];
    const columns = time === undefined ? '*' : `* EXCEPT ${time}`;
    const rows = await clickhouse.read<Record<string, unknown>>(
      `SELECT ${columns} FROM ${table} FINAL ORDER BY ${order}`,
    );
    for (const row of rows) {
      for (const name of ['added_in', 'recorded_in']) {
        if (typeof row[name] === 'number') row[name] -= first;
      }
    }
    found[table] = rows;
  }
  return found;
}

async function importWith(file: string, threads: number) {
  const catalog = createCatalog({ clickhouse, db, enrichment: createEnrichment(), embedder: null });
  const preparation = threads === 0 ? undefined : await threadsOf(threads);
  const inputs = [];
  for await (const input of inputsAt(file, () => undefined)) inputs.push(input);
  let records = 0;
  const report = await importAds(
    { path: file, inputs, options: '', fresh: true, choose: () => ({ source: magpie }) },
    {
      writer: { ...catalog, ...(preparation !== undefined && { preparation }) },
      dataFolder: path.join(folder, `data-${threads}`),
      say: () => undefined,
      bytesRead: () => undefined,
      recordRead: () => void (records += 1),
      stopping: new AbortController().signal,
    },
  );
  const { tally, reasons, outcome } = report;
  const stored = await readTables();
  for (const table of Object.keys(tables)) await clickhouse.write(`TRUNCATE TABLE ${table}`);
  return { records, tally, reasons, outcome, stored };
}

it(
  'a file imported with several threads and without any yields the same tables',
  { timeout: 900_000 },
  async () => {
    const file = writeFile();
    const expected = await importWith(file, 0);
    expect(expected).toMatchObject({ outcome: 'done', tally: { created: 5102, rejected: 9 } });
    expect(await importWith(file, 3)).toEqual(expected);
  },
);
