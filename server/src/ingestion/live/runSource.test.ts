import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sighting } from '../../ads/sightings.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { plainCatalog } from '../../testing/catalog.ts';
import { freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase } from '../../testing/postgres.ts';
import { anyLane } from '../../testing/process.ts';
import {
  metaBusy,
  metaFailure,
  metaPage,
  metaRecord,
  type MetaReply,
  metaServer,
  type MetaServer,
  metaToken,
} from './meta/metaServer.fixture.ts';
import { type RunParts, type RunReport, runSource } from './runSource.ts';
import type { AdWriter } from '../importing/adWriter.ts';

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
let meta: MetaServer | undefined;
let said: string[] = [];
/** Every test has its own ads. */
let lastId = 0;
const fresh = (): object => metaRecord((lastId += 1));

beforeAll(async () => {
  [db, clickhouse] = await Promise.all([freshDatabase(anyLane), freshClickHouse('embedded')]);
}, 600_000);
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});
afterEach(async () => {
  await meta?.close();
});

async function run(
  reply: (parameters: URLSearchParams, count: number) => MetaReply | undefined,
  changes: Partial<RunParts> = {},
): Promise<RunReport> {
  said = [];
  await meta?.close();
  meta = await metaServer(reply);
  const query = { countries: ['FR'], searchTerms: 'oats', baseUrl: meta.baseUrl };
  const report = await runSource(
    { connector: 'meta-api', query, secrets: { accessToken: metaToken }, everyMinutes: 1440 },
    {
      writer: plainCatalog(clickhouse, db),
      say: (line) => void said.push(line),
      stopping: new AbortController().signal,
      now: Date.now,
      onCeiling: () => Promise.resolve(),
      ...changes,
    },
  );
  expect(JSON.stringify([report, said])).not.toContain(metaToken);
  return report;
}

describe('a source run', () => {
  it('stores all pages, reports after each, and finds nothing new the next time', async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()];
    const pages: Readonly<Record<string, MetaReply>> = {
      '': metaPage([one, two], 'second'),
      second: metaPage([three]),
    };
    const reply = (parameters: URLSearchParams) => pages[parameters.get('after') ?? ''];
    expect(await run(reply)).toEqual({
      tally: { read: 3, created: 3, updated: 0, unchanged: 0, rejected: 0 },
      reasons: [],
      failure: null,
    });
    expect(said).toEqual([
      '2 read: 2 new, 0 updated, 0 unchanged, 0 rejected',
      '3 read: 3 new, 0 updated, 0 unchanged, 0 rejected',
    ]);
    expect((await run(reply)).tally).toEqual({ read: 3, created: 0, updated: 0, unchanged: 3, rejected: 0 });
  });

  it('confirms its ads for three of its intervals', async () => {
    const sightings: Sighting[] = [];
    const catalog = plainCatalog(clickhouse, db);
    const writer: AdWriter = {
      ...catalog,
      recordAds: (ads, sighting) => {
        sightings.push(sighting);
        return catalog.recordAds(ads, sighting);
      },
    };
    await run(() => metaPage([fresh()]), { writer });
    expect(sightings).toMatchObject([{ freshnessDays: 3 }]);
  });

  it('keeps the pages before a failing one', async () => {
    const [one, two] = [fresh(), fresh()];
    let settled = 0;
    const catalog = plainCatalog(clickhouse, db);
    const writer: AdWriter = { ...catalog, optimize: async () => void (settled += 1) };
    const report = await run((_, count) => (count === 1 ? metaPage([one, two], 'x') : metaFailure(190)), {
      writer,
    });
    expect(report).toMatchObject({
      tally: { read: 2, created: 2 },
      failure: {
        message: expect.stringMatching(/^Meta rejected the access token; create a new one/),
        again: 'on schedule',
      },
    });
    expect(settled).toBe(1);
    expect((await run(() => metaPage([one, two]))).tally).toMatchObject({ unchanged: 2 });
  });

  it('is retried soon when the library is busy or the disk is full', async () => {
    expect((await run(() => metaBusy)).failure).toEqual({
      message: 'Meta is rate limiting requests; retry in 90 minutes.',
      again: 'soon',
      retryAfter: 90 * 60_000,
    });
    const full = new MagpieError('SERVICE_UNAVAILABLE', 'The disk is full.');
    const writer: AdWriter = {
      recordAds: () => Promise.reject(full),
      endImport: () => Promise.resolve(),
      optimize: () => Promise.resolve(),
    };
    expect((await run(() => metaPage([fresh()]), { writer })).failure).toEqual({
      message: 'The disk is full.',
      again: 'soon',
    });
  });

  it('counts a rejected record with its reason and continues', async () => {
    const report = await run(() => metaPage([fresh(), { id: '7' }, fresh()]));
    expect(report).toMatchObject({
      tally: { read: 3, created: 2, rejected: 1 },
      reasons: [{ count: 1, first: 'meta-api, page 1, ad 2' }],
      failure: null,
    });
  });

  it('fails when every record is rejected', async () => {
    const { tally, failure } = await run(() => metaPage([{ number: 1 }, { number: 2 }]));
    expect(tally).toMatchObject({ read: 2, rejected: 2 });
    expect(failure).toMatchObject({ again: 'on schedule' });
    expect(failure?.message).toMatch(/^None of 2 records could be mapped to an ad \(.+\)\.$/);
  });

  it('stops on request, keeps earlier pages, and is retried at once', async () => {
    const stop = new AbortController();
    const one = fresh();
    const hanging = (_: URLSearchParams, count: number): MetaReply | undefined => {
      if (count === 1) return metaPage([one], 'x');
      stop.abort();
      return undefined;
    };
    expect(await run(hanging, { stopping: stop.signal })).toMatchObject({
      tally: { created: 1 },
      failure: { message: expect.stringMatching(/^The run was stopped/), again: 'at once' },
    });
    expect((await run(() => metaPage([one]))).tally).toMatchObject({ unchanged: 1 });
  });

  it('removes secrets and control characters from quoted responses', async () => {
    const message = `Bad ${metaToken}\u{1b}[2J here`;
    const { failure } = await run(() => metaFailure(100, { message }));
    expect(failure?.message).toContain('Bad …\u{fffd}[2J here');
    const broken = new Error(`cannot write ${metaToken}`);
    const writer: AdWriter = {
      recordAds: () => Promise.reject(broken),
      endImport: () => Promise.resolve(),
      optimize: () => Promise.resolve(),
    };
    expect((await run(() => metaPage([fresh()]), { writer })).failure).toMatchObject({
      message: 'The run failed with an unexpected error; see the log.',
      cause: expect.stringContaining('cannot write …'),
      again: 'soon',
    });
  });

  it('reports an unknown connector', async () => {
    const parts = {
      writer: plainCatalog(clickhouse, db),
      say: () => undefined,
      stopping: new AbortController().signal,
      now: Date.now,
      onCeiling: () => Promise.resolve(),
    };
    const { failure } = await runSource(
      { connector: 'billboards', query: {}, secrets: {}, everyMinutes: 1440 },
      parts,
    );
    expect(failure).toEqual({
      message: "Unknown connector 'billboards'; upgrade Magpie.",
      again: 'on schedule',
    });
  });
});
