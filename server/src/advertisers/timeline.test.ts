import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { cursorAt } from '../testing/cursors.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { timelineHandler } from './timeline.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

/** A week in March: the 25th to the 31st, which is today. */
const ads: NamedAds = {
  evergreen: { status: 'active', startDate: '2025-06-01', language: 'de' },
  spring: {
    status: 'active',
    startDate: '2026-03-26',
    platforms: ['tiktok', 'instagram'],
    format: 'carousel',
    mediaType: 'image',
    headlines: ['Spring is here', 'Spring!'],
    media: [{ type: 'video', url: 'https://cdn.example/spring.mp4' }],
    cards: [
      { headline: 'A', media: [{ type: 'video', url: 'https://cdn.example/a.mp4' }] },
      { headline: 'B', media: [{ type: 'image', url: 'https://cdn.example/b.jpg' }] },
    ],
  },
  weekend: {
    startDate: '2026-03-28',
    endDate: '2026-03-29',
    mediaType: 'video',
    media: [
      { type: 'video', url: 'https://cdn.example/w.mp4', thumbnailUrl: 'https://cdn.example/w.jpg' },
      { type: 'image', url: 'https://cdn.example/w2.jpg' },
    ],
  },
  // Ended on the day before the week began.
  winter: { startDate: '2026-01-01', endDate: '2026-03-24' },
  // Without start and end date, seen on three days.
  glimpse: {
    status: 'inactive',
    firstSeenAt: '2026-03-25T18:00:00Z',
    lastSeenAt: '2026-03-27T01:00:00Z',
  },
  // Withdrawn before its start.
  withdrawn: { status: 'inactive', startDate: '2026-03-30', lastSeenAt: '2026-03-26T08:00:00Z' },
  planned: { status: 'active', startDate: '2026-04-02' },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('a timeline on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today: '2026-03-31', seenAt: '2026-03-25T18:00:00Z' });
    await index.record(ads);
  });
  afterAll(() => index.close());

  const timeline = (input: object = {}) =>
    callBothWays(contract.brandSpy.getTimeline, timelineHandler, index.parts, {
      companyName: 'ACME',
      timeRange: '1week',
      ...input,
    });
  const nameOf = (hash: string): string | undefined =>
    Object.keys(ads).find((name) => adHash(`meta:${name}`) === hash);
  const launched = async (input: object = {}) =>
    (await timeline(input)).launches.map(({ hash }) => nameOf(hash));

  it('counts launched and active ads per day', async () => {
    expect(await timeline()).toMatchObject({
      timeRange: '1week',
      from: '2026-03-25',
      to: '2026-03-31',
      series: [
        { date: '2026-03-25', launched: 1, active: 2 },
        { date: '2026-03-26', launched: 1, active: 3 },
        { date: '2026-03-27', launched: 0, active: 3 },
        { date: '2026-03-28', launched: 1, active: 3 },
        { date: '2026-03-29', launched: 0, active: 3 },
        { date: '2026-03-30', launched: 1, active: 2 },
        { date: '2026-03-31', launched: 0, active: 2 },
      ],
      evidence: { kind: 'estimated', ads: 4, publishedStarts: 3 },
      total: 4,
      hasMore: false,
      nextCursor: null,
    });
  });

  it('lists the launches, newest first', async () => {
    const { launches } = await timeline();
    expect(launches.map(({ hash }) => nameOf(hash))).toEqual(['withdrawn', 'weekend', 'spring', 'glimpse']);
    expect(launches.slice(1)).toEqual([
      {
        hash: adHash('meta:weekend'),
        launchedAt: '2026-03-28',
        thumbnailUrl: 'https://cdn.example/w.jpg',
        format: 'other',
        headline: null,
        status: 'inactive',
        daysRunning: 1,
        daysRunningKind: 'exact',
        platforms: [],
      },
      {
        hash: adHash('meta:spring'),
        launchedAt: '2026-03-26',
        thumbnailUrl: 'https://cdn.example/b.jpg',
        format: 'carousel',
        headline: 'Spring is here',
        status: 'active',
        daysRunning: 5,
        daysRunningKind: 'exact',
        platforms: ['tiktok', 'instagram'],
      },
      {
        hash: adHash('meta:glimpse'),
        launchedAt: '2026-03-25',
        thumbnailUrl: null,
        format: 'other',
        headline: null,
        status: 'inactive',
        daysRunning: 2,
        daysRunningKind: 'atLeast',
        platforms: [],
      },
    ]);
  });

  it.each([
    ['1week', 7, '2026-03-25'],
    ['1month', 30, '2026-03-02'],
    ['3months', 90, '2026-01-01'],
    ['6months', 180, '2025-10-03'],
    ['1year', 365, '2025-04-01'],
  ])('of %s has %i days up to today', async (timeRange, days, from) => {
    const { series, ...range } = await timeline({ timeRange });
    expect(range).toMatchObject({ timeRange, from, to: '2026-03-31' });
    expect(series).toHaveLength(days);
    expect([series[0]?.date, series.at(-1)?.date]).toEqual([from, '2026-03-31']);
    expect(new Set(series.map(({ date }) => date)).size).toBe(days);
  });

  it('has three months by default', async () => {
    expect(await timeline({ timeRange: undefined })).toMatchObject({ timeRange: '3months', total: 5 });
  });

  it('filters days and ads by dates', async () => {
    expect(await timeline({ dateFrom: '2026-03-26', dateTo: '2026-03-28' })).toMatchObject({
      from: '2026-03-26',
      to: '2026-03-28',
      series: [
        { date: '2026-03-26', launched: 1, active: 1 },
        { date: '2026-03-27', launched: 0, active: 1 },
        { date: '2026-03-28', launched: 1, active: 2 },
      ],
      total: 2,
    });
    expect(await timeline({ dateFrom: '2020-01-01', dateTo: '2030-01-01' })).toMatchObject({
      from: '2026-03-25',
      to: '2026-03-31',
      total: 4,
    });
  });

  it.each([
    ['dates after today', { dateFrom: '2026-04-01' }, '1week'],
    ['dates before the time range', { dateTo: '2026-03-01' }, '1week'],
    ['no end and a start after today', { timeRange: undefined, dateFrom: '2026-04-01' }, null],
    ['dates that no ad can have', { timeRange: undefined, dateTo: '1899-12-31' }, null],
    ['dates before the first launch', { timeRange: 'all', dateTo: '2025-05-31' }, 'all'],
  ])('has no days with %s', async (_, input, timeRange) => {
    const evidence = { kind: 'measured', ads: 0, publishedStarts: 0 };
    const empty = { evidence, series: [], launches: [], total: 0, hasMore: false, nextCursor: null };
    expect(await timeline(input)).toEqual({ timeRange, from: null, to: null, ...empty });
  });

  describe('without a time range', () => {
    const dated = (dates: object) => timeline({ timeRange: undefined, ...dates });

    it('has the days of the dates and the launches of the overview', async () => {
      const answer = await dated({ dateFrom: '2025-05-30', dateTo: '2026-01-02' });
      expect(answer).toMatchObject({ timeRange: null, from: '2025-05-30', to: '2026-01-02', total: 2 });
      expect(answer.launches.map(({ hash }) => nameOf(hash))).toEqual(['winter', 'evergreen']);
      expect(answer.series).toHaveLength(218);
      expect(answer.series.slice(0, 3)).toEqual([
        { date: '2025-05-30', launched: 0, active: 0 },
        { date: '2025-05-31', launched: 0, active: 0 },
        { date: '2025-06-01', launched: 1, active: 1 },
      ]);
      expect(answer.series.at(-1)).toEqual({ date: '2026-01-02', launched: 0, active: 2 });
    });

    it('starts with the first launch if only the end is given', async () => {
      const answer = await dated({ dateTo: '2025-06-30' });
      expect(answer).toMatchObject({ timeRange: null, from: '2025-06-01', to: '2025-06-30', total: 1 });
      expect(answer.series).toHaveLength(30);
    });

    it('ends today if only the start is given', async () => {
      expect(await dated({ dateFrom: '2026-03-30' })).toMatchObject({
        timeRange: null,
        from: '2026-03-30',
        to: '2026-03-31',
        total: 1,
      });
    });

    it('includes future days up to the given end, with planned ads', async () => {
      const answer = await dated({ dateFrom: '2026-03-26', dateTo: '2026-04-03' });
      expect(answer).toMatchObject({ from: '2026-03-26', to: '2026-04-03', total: 4 });
      expect(answer.series.slice(-3)).toEqual([
        { date: '2026-04-01', launched: 0, active: 1 },
        { date: '2026-04-02', launched: 1, active: 2 },
        { date: '2026-04-03', launched: 0, active: 2 },
      ]);
    });

    it('has at most 3,660 days, the last ones up to today, and still counts every launch', async () => {
      const advertiser = { name: 'Long ago' };
      await index.record({
        founded: { advertiser, status: 'active', startDate: '1999-05-05' },
        recent: { advertiser, status: 'active', startDate: '2026-03-30' },
      });
      const long = { companyName: 'long ago', dateFrom: '1990-01-01', dateTo: '9999-12-31' };
      const { series, ...answer } = await dated(long);
      expect(answer).toMatchObject({ from: '1990-01-01', to: '2299-12-31', total: 2 });
      expect(series).toHaveLength(3660);
      expect(series[0]).toEqual({ date: '2016-03-24', launched: 0, active: 1 });
      expect(series.at(-1)).toEqual({ date: '2026-03-31', launched: 0, active: 2 });
    });
  });

  it('has all days since the first launch for `all`', async () => {
    const { series, ...answer } = await timeline({ timeRange: 'all' });
    expect(answer).toMatchObject({ timeRange: 'all', from: '2025-06-01', to: '2026-03-31', total: 6 });
    expect(series).toHaveLength(304);
    expect(await timeline({ timeRange: 'all', dateFrom: '2025-12-01', dateTo: '2030-01-01' })).toMatchObject({
      timeRange: 'all',
      from: '2025-12-01',
      to: '2026-03-31',
      total: 5,
    });
  });

  it.each([
    ['status', { status: 'active' }, ['spring'], 2],
    ['the other status', { status: 'inactive' }, ['withdrawn', 'weekend', 'glimpse'], 0],
    ['kind of medium', { mediaType: 'video' }, ['weekend'], 0],
    ['the other kind', { mediaType: 'image' }, ['spring'], 1],
    ['language', { language: 'DE' }, [], 1],
    ['a language of none', { language: 'ja' }, [], 0],
  ])('counts only matching ads, by %s', async (_, filters, names, runningToday) => {
    const { launches, series, total } = await timeline(filters);
    expect(launches.map(({ hash }) => nameOf(hash))).toEqual(names);
    expect(total).toBe(names.length);
    expect(series.at(-1)?.active).toBe(runningToday);
  });

  it('returns every launch once, also when ads are recorded between pages', async () => {
    const first = await timeline({ limit: 3 });
    await index.record({ late: { startDate: '2026-03-31' }, later: { startDate: '2026-03-26' } });
    const rest = await timeline({ limit: 3, cursor: first.nextCursor });
    expect([...first.launches, ...rest.launches].map(({ hash }) => nameOf(hash))).toEqual([
      'withdrawn',
      'weekend',
      'spring',
      'glimpse',
    ]);
    expect(rest).toMatchObject({ series: first.series, total: 4, hasMore: false, nextCursor: null });
    expect(await timeline()).toMatchObject({ total: 6 });
  });

  it('orders launches of one day by hash', async () => {
    const advertiser = { name: 'One Day' };
    const names = ['a', 'b', 'c', 'd', 'e'];
    await index.record(
      Object.fromEntries(names.map((name) => [name, { advertiser, startDate: '2026-03-30' }])),
    );
    const { launches } = await timeline({ companyName: 'one day' });
    expect(launches.map(({ hash }) => hash)).toEqual(names.map((name) => adHash(`meta:${name}`)).toSorted());
  });

  it('returns the total on a page beyond the last', async () => {
    const oneDay = { companyName: 'one day', timeRange: '1week' };
    const cursor = await cursorAt(
      index.parts,
      contract.brandSpy.getTimeline,
      'brandSpy.getTimeline',
      oneDay,
      50,
    );
    const { launches, ...page } = await timeline({ ...oneDay, cursor });
    expect(launches).toEqual([]);
    expect(page).toMatchObject({ total: 5, hasMore: false, nextCursor: null });
  });

  it.each([
    ['which nobody gave out', {}, 20],
    ['which nobody can have given out', {}, Number.MAX_SAFE_INTEGER],
    ['of other dates', { dateFrom: '2026-03-25' }, undefined],
    ['of another time range', { timeRange: '1month' }, undefined],
    ['of another company', { companyName: 'one day' }, undefined],
  ])('400 for a cursor %s', async (_, others, written) => {
    const { nextCursor } = await timeline({ limit: 1 });
    await expect(timeline({ ...others, cursor: written ?? nextCursor })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { issues: [{ path: 'cursor' }] },
    });
  });

  it('404 for an unknown advertiser', async () => {
    await expect(launched({ companyName: 'Acme Ltd' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
