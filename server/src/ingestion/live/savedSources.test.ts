import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MagpieError } from '@magpie/contract/errors';
import { readCeilings } from '../../ads/coverage.sql.ts';
import { createLog } from '../../config/log.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { libraryServer } from './library.fixture.ts';
import { metaApiConnector } from './meta/metaApiLive.ts';
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
import { microsoftAdsConnector } from './microsoft/microsoftAdsLive.ts';
import { addSource, runDueSources, runNamedSource, type SourceRunner } from './savedSources.ts';
import {
  claimNamed,
  deleteSource,
  listSources,
  setDue,
  setEnabled,
  setInterval,
} from './savedSources.sql.ts';
import type { AdWriter } from '../importing/adWriter.ts';

const minute = 60_000;
const hour = 60 * minute;

const countingSink: AdWriter = {
  recordAds: (ads) => Promise.resolve({ created: ads.length, updated: 0, unchanged: 0 }),
  endImport: () => Promise.resolve(),
  optimize: () => Promise.resolve(),
};

describe.each(postgresLanes)('saved sources on PostgreSQL $name', (lane) => {
  let db: PostgresEngine;
  let meta: MetaServer;
  let reply: (words: string) => MetaReply | undefined;
  let logged: string;
  /** The clock of the nodes, controlled by the test. */
  let time: number;
  let stop: AbortController;

  beforeEach(async () => {
    [logged, stop] = ['', new AbortController()];
    reply = () => metaPage([metaRecord(1)]);
    db = await freshDatabase(lane);
    meta = await metaServer((parameters) => reply(parameters.get('search_terms') ?? ''));
    // A new source is due at once, by the clock of the database.
    time = Date.now() + minute;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await meta.close();
    await db.close();
  });

  const node = (): SourceRunner => ({
    db,
    writer: countingSink,
    log: createLog('debug', { write: (line: string) => void (logged += line) }),
    stopping: stop.signal,
    now: () => time,
  });
  const add = (name: string, everyMinutes = 360): Promise<boolean> => {
    const query = { countries: ['FR'], searchTerms: name, baseUrl: meta.baseUrl, accessToken: metaToken };
    return addSource(db, metaApiConnector, { name, query, everyMinutes });
  };
  const searches = (): string[] => meta.requests.map((parameters) => parameters.get('search_terms') ?? '');
  const only = async () => (await listSources(db))[0];
  const runDueAfter = async (milliseconds: number): Promise<string[]> => {
    time += milliseconds;
    const before = meta.requests.length;
    await runDueSources(node());
    return searches().slice(before);
  };

  it('store the ceiling that a run reached before its ads are recorded', async () => {
    const ads = Array.from({ length: 24 }, (_, at) => ({ AdId: `${at}`, AdvertiserName: 'Fjord' }));
    const library = await libraryServer(({ parameters }) => ({
      json: { '@odata.count': 1000, value: parameters.get('skip') === '0' ? ads : [] },
    }));
    onTestFinished(() => library.close());
    const query = { searchText: 'cabin', details: false, baseUrl: library.baseUrl };
    await addSource(db, microsoftAdsConnector, { name: 'cabins', query, everyMinutes: 360 });
    const known: object[] = [];
    const writer: AdWriter = {
      ...countingSink,
      recordAds: async (recorded) => {
        known.push(...(await readCeilings(db)));
        return countingSink.recordAds(recorded, { source: '', seenAt: new Date() });
      },
    };
    await runDueSources({ ...node(), writer });
    const ceiling = { library: 'microsoft', at: new Date(time).toISOString(), limit: 1000 };
    expect([known, await readCeilings(db)]).toEqual([[ceiling], [ceiling]]);
  });

  it('run when added, and then on schedule', async () => {
    await add('oats', 30);
    await add('milk', 120);
    expect((await runDueAfter(0)).toSorted()).toEqual(['milk', 'oats']);
    expect(await runDueAfter(29 * minute)).toEqual([]);
    expect(await runDueAfter(minute)).toEqual(['oats']);
    expect((await runDueAfter(90 * minute)).toSorted()).toEqual(['milk', 'oats']);
    expect(await listSources(db)).toMatchObject([
      {
        name: 'milk',
        lastStartedAt: new Date(time),
        lastFinishedAt: new Date(time),
        lastError: null,
        lastCounts: { read: 1, created: 1, updated: 0, unchanged: 0, rejected: 0 },
      },
      { name: 'oats' },
    ]);
  });

  it('run by a new interval, counted from the start of the last run', async () => {
    await add('oats', 120);
    await setInterval(db, 'oats', 240);
    expect(await runDueAfter(0)).toEqual(['oats']);
    await setInterval(db, 'oats', 30);
    expect(await runDueAfter(29 * minute)).toEqual([]);
    expect(await runDueAfter(minute)).toEqual(['oats']);
    // The run that is planned already happens, so that its ads do not stop counting as running.
    await setInterval(db, 'oats', 240);
    expect(await runDueAfter(30 * minute)).toEqual(['oats']);
    expect(await runDueAfter(239 * minute)).toEqual([]);
    expect(await runDueAfter(minute)).toEqual(['oats']);
  });

  it('run when requested, also if the interval becomes longer before', async () => {
    await add('oats', 120);
    expect(await runDueAfter(0)).toEqual(['oats']);
    await setDue(db, 'oats', new Date(time));
    await setInterval(db, 'oats', 10_080);
    expect(await runDueAfter(0)).toEqual(['oats']);
  });

  it('have unique names', async () => {
    expect(await add('oats')).toBe(true);
    expect(await add('oats')).toBe(false);
    expect(await listSources(db)).toHaveLength(1);
  });

  it('run once each on any number of nodes', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `source${index}`);
    for (const name of names) await add(name);
    await Promise.all([1, 2, 3].map(() => runDueSources(node())));
    expect(searches().toSorted()).toEqual(names.toSorted());
  });

  it('run only by name while disabled', async () => {
    await add('oats');
    expect(await setEnabled(db, 'oats', false)).toBe(true);
    expect(await runDueAfter(0)).toEqual([]);
    const lines: string[] = [];
    expect(await runNamedSource('oats', node(), (line) => void lines.push(line))).toMatchObject({
      tally: { created: 1 },
      failure: null,
    });
    expect(lines).toEqual(['1 read: 1 new, 0 updated, 0 unchanged, 0 rejected']);
    await setEnabled(db, 'oats', true);
    expect(await runDueAfter(hour)).toEqual([]);
    expect(await runDueAfter(5 * hour)).toEqual(['oats']);
    expect(await setEnabled(db, 'oat', true)).toBe(false);
    expect(await runNamedSource('oat', node(), () => undefined)).toBe('unknown');
  });

  it('run on schedule after a permanent failure, and show the error until a run succeeds', async () => {
    await add('oats');
    reply = () => metaFailure(190, { error_subcode: 463 });
    expect(await runDueAfter(0)).toEqual(['oats']);
    expect((await only())?.lastError).toMatch(/^The access token has expired; create a new one at .+\.$/);
    expect(await runDueAfter(6 * hour - minute)).toEqual([]);
    reply = () => metaPage([metaRecord(1)]);
    expect(await runDueAfter(minute)).toEqual(['oats']);
    expect((await only())?.lastError).toBeNull();
  });

  it('are retried after a transient failure when the library allows it, or on schedule if sooner', async () => {
    await add('oats');
    await add('milk', 5);
    reply = () => metaBusy;
    expect(await runDueAfter(0)).toHaveLength(2);
    expect((await only())?.lastError).toMatch(/^Meta is rate limiting requests; retry in 90 minutes\.$/);
    expect(await runDueAfter(5 * minute - 1)).toEqual([]);
    expect(await runDueAfter(1)).toEqual(['milk']);
    await deleteSource(db, 'milk');
    expect(await runDueAfter(85 * minute - 1)).toEqual([]);
    expect(await runDueAfter(1)).toEqual(['oats']);
  });

  it('are retried after ten minutes when the library specifies no delay', async () => {
    await add('oats');
    const full = new MagpieError('SERVICE_UNAVAILABLE', 'The disk is full.');
    const writer: AdWriter = { ...countingSink, recordAds: () => Promise.reject(full) };
    await runDueSources({ ...node(), writer });
    expect((await only())?.lastError).toBe('The disk is full.');
    expect(await runDueAfter(10 * minute - 1)).toEqual([]);
    expect(await runDueAfter(1)).toEqual(['oats']);
  });

  it('of a killed node are claimed by another node later', async () => {
    await add('oats');
    const [now, until, retryAt] = [0, 2, 10].map((minutes) => new Date(time + minutes * minute));
    if (now === undefined || until === undefined || retryAt === undefined) throw new Error('no times');
    expect(await claimNamed(db, 'oats', { now, until, retryAt })).toMatchObject({ name: 'oats' });
    expect(await runNamedSource('oats', node(), () => undefined)).toBe('running');
    expect(await runDueAfter(9 * minute)).toEqual([]);
    expect(await runDueAfter(minute)).toEqual(['oats']);
  });

  it('stay claimed while their node runs them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await add('oats');
    reply = () => undefined;
    const running = runDueSources(node());
    await vi.waitFor(() => expect(searches()).toEqual(['oats']), 60_000);
    for (let minutes = 0; minutes < 12; minutes += 1) {
      time += minute;
      vi.advanceTimersByTime(minute);
      await vi.waitFor(
        async () => expect((await only())?.claimedUntil?.getTime()).toBe(time + 2 * minute),
        60_000,
      );
    }
    expect(await runNamedSource('oats', node(), () => undefined)).toBe('running');
    await runDueSources(node());
    expect(searches()).toEqual(['oats']);
    stop.abort();
    await running;
    expect(await only()).toMatchObject({
      claimedUntil: null,
      lastError: expect.stringMatching(/^The run was stopped/),
    });
  });

  it('stop their run when deleted', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await add('oats');
    reply = () => undefined;
    const running = runDueSources(node());
    await vi.waitFor(() => expect(searches()).toEqual(['oats']), 60_000);
    expect(await deleteSource(db, 'oats')).toBe(true);
    vi.advanceTimersByTime(minute);
    await running;
    expect(await listSources(db)).toEqual([]);
    expect(await deleteSource(db, 'oats')).toBe(false);
  });

  it('run again on the next node after theirs was stopped', async () => {
    await add('oats');
    reply = () => undefined;
    const running = runDueSources(node());
    await vi.waitFor(() => expect(searches()).toEqual(['oats']), 60_000);
    await add('milk');
    stop.abort();
    await running;
    expect(searches()).toEqual(['oats']);
    stop = new AbortController();
    reply = () => metaPage([metaRecord(1)]);
    expect((await runDueAfter(1)).toSorted()).toEqual(['milk', 'oats']);
  });

  it('that become due during a run wait for the next one', async () => {
    await add('oats', 1);
    reply = () => {
      time += hour;
      return metaPage([metaRecord(1)]);
    };
    expect(await runDueAfter(0)).toEqual(['oats']);
  });

  it('store their secrets separately and never show them', async () => {
    await add('oats');
    reply = () => metaFailure(100, { message: `Malformed access token ${metaToken}` });
    await runDueAfter(0);
    expect(await db.query('SELECT query, secrets FROM sources')).toEqual([
      {
        query: { countries: ['FR'], searchTerms: 'oats', baseUrl: meta.baseUrl },
        secrets: { accessToken: metaToken },
      },
    ]);
    const shown = JSON.stringify(await listSources(db)) + logged;
    expect(shown).toContain('Malformed access token …');
    expect(shown).not.toContain(metaToken);
    expect(shown).not.toContain(metaToken.slice(0, 20));
  });
});
