import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { everyClickHouseLane } from '../testing/clickhouse.ts';
import { copyAdsOf } from '../testing/copies.sql.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { overviewHandler } from './brandSpy.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const ads: NamedAds = {
  // Runs for 30 days.
  boots: {
    mediaType: 'image',
    language: 'en',
    status: 'active',
    startDate: '2026-03-01',
    reach: { value: 600 },
    demographics: {
      gender: { female: 300, male: 100 },
      age: { '18-24': 100, '65+': 300 },
      country: { DE: 150, FR: 150, AT: 0 },
    },
  },
  // Ran for 10.
  socks: {
    mediaType: 'video',
    language: 'de-CH',
    startDate: '2026-02-01',
    endDate: '2026-02-11',
    reach: { value: 400 },
    demographics: { gender: { male: 50, nonbinary: 50 }, age: { '25-34': 100 }, country: { AT: 50 } },
  },
  // Began today.
  laces: { mediaType: 'image', language: 'en', capturedAt: '2026-03-31T06:00:00Z' },
  // Without dates, seen on two days.
  soles: { status: 'inactive', firstSeenAt: '2026-01-01T12:00:00Z', lastSeenAt: '2026-01-05T00:00:00Z' },
  other: { advertiser: { name: 'Acme Inc' }, reach: { value: 7 } },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(everyClickHouseLane)('an overview on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today: '2026-03-31', seenAt: '2026-01-04T23:00:00Z' });
    await index.record(ads);
  });
  afterAll(() => index.close());

  const overview = (filters: object = {}) =>
    callBothWays(contract.brandSpy.getOverview, overviewHandler, index.parts, {
      companyName: 'acme',
      ...filters,
    });

  it('counts ads and reach', async () => {
    const { stats, mediaTypeBreakdown } = await overview();
    expect(stats).toEqual({
      totalAds: 4,
      totalReach: 1000,
      imageAds: 2,
      videoAds: 1,
      activeAds: 2,
      avgDaysRunning: (30 + 10 + 1 + 4) / 4,
      avgDaysRunningKind: 'atLeast',
    });
    expect(mediaTypeBreakdown).toEqual({ image: 0.5, video: 0.25 });
  });

  it('returns demographics by reach, ties by name, with shares of the broken-down reach', async () => {
    const { demographics } = await overview();
    expect(demographics).toEqual({
      gender: [
        { gender: 'female', reach: 300, share: 0.6 },
        { gender: 'male', reach: 150, share: 0.3 },
        { gender: 'unknown', reach: 50, share: 0.1 },
      ],
      age: [
        { age: '65+', reach: 300, share: 0.6 },
        { age: '18-24', reach: 100, share: 0.2 },
        { age: '25-34', reach: 100, share: 0.2 },
      ],
      country: [
        { country: 'DE', reach: 150, share: 150 / 350 },
        { country: 'FR', reach: 150, share: 150 / 350 },
        { country: 'AT', reach: 50, share: 50 / 350 },
      ],
    });
  });

  it('keeps a part with a reach of zero', async () => {
    const { demographics } = await overview({ language: 'en' });
    expect(demographics.country.at(-1)).toEqual({ country: 'AT', reach: 0, share: 0 });
    expect(demographics.gender.at(-1)).toEqual({ gender: 'unknown', reach: 0, share: 0 });
  });

  it('sorts parts with numeric names by name', async () => {
    const age = { 'under 18': 5, '30': 5, '+70': 5 };
    await index.record({ ages: { advertiser: { name: 'Numbers' }, demographics: { age } } });
    const { demographics } = await overview({ companyName: 'numbers' });
    expect(demographics.age.map((each) => each.age)).toEqual(['+70', '30', 'under 18']);
  });

  it.each([
    ['status', { status: 'active' }, 2],
    ['the other status', { status: 'inactive' }, 2],
    ['kind of medium', { mediaType: 'image' }, 2],
    ['the other kind', { mediaType: 'video' }, 1],
    ['language', { language: 'DE' }, 1],
    ['language with a region', { language: 'de-AT' }, 1],
    ['first day', { dateFrom: '2026-02-01' }, 3],
    ['last day', { dateTo: '2026-02-28' }, 2],
    ['last instant', { dateTo: '2026-01-01T11:59:59Z' }, 0],
    ['all at once', { status: 'active', mediaType: 'image', language: 'en', dateFrom: '2026-03-02' }, 1],
  ])('counts only matching ads, by %s', async (_, filters, totalAds) => {
    const { stats } = await overview(filters);
    expect(stats.totalAds).toBe(totalAds);
  });

  it.each([
    [{ dateTo: '0001-01-01' }, 0],
    [{ dateTo: '1900-01-01' }, 1],
    [{ dateFrom: '2299-12-31' }, 1],
    [{ dateFrom: '9999-12-31' }, 0],
    [{ dateFrom: '0001-01-01', dateTo: '9999-12-31' }, 2],
  ])('supports the first and last possible day: %j', async (range, totalAds) => {
    const advertiser = { name: 'Far away' };
    await index.record({
      first: { advertiser, startDate: '1900-01-01' },
      last: { advertiser, startDate: '2299-12-31' },
    });
    const { stats } = await overview({ companyName: 'far away', ...range });
    expect(stats.totalAds).toBe(totalAds);
  });

  it('limits sums to numbers that JSON represents exactly, without overflow', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const people = { gender: { female: most }, age: { '18-24': most }, country: { DE: most } };
    const advertiser = { name: 'Everybody' };
    await index.record({ everybody: { advertiser, reach: { value: most }, demographics: people } });
    await copyAdsOf(index.parts.clickhouse, 'Everybody', 2048);
    const { stats, demographics } = await overview({ companyName: 'everybody' });
    expect(stats).toMatchObject({ totalAds: 2049, totalReach: most });
    expect(demographics).toEqual({
      gender: [
        { gender: 'female', reach: most, share: 1 },
        { gender: 'male', reach: 0, share: 0 },
        { gender: 'unknown', reach: 0, share: 0 },
      ],
      age: [{ age: '18-24', reach: most, share: 1 }],
      country: [{ country: 'DE', reach: most, share: 1 }],
    });
  });

  it('has zero counts and a null average if no ad matches', async () => {
    expect(await overview({ language: 'ja' })).toEqual({
      stats: {
        totalAds: 0,
        totalReach: 0,
        imageAds: 0,
        videoAds: 0,
        activeAds: 0,
        avgDaysRunning: null,
        avgDaysRunningKind: null,
      },
      mediaTypeBreakdown: { image: 0, video: 0 },
      demographics: { gender: [], country: [], age: [] },
      coverage: { libraries: [], countries: [], ceilings: [], measured: [] },
    });
  });

  it('has the libraries, countries and days of the matching ads, what is measured, and reached ceilings', async () => {
    const coverage = async (filters: object) => {
      const input = { companyName: 'Covered', ...filters };
      return (await callBothWays(contract.brandSpy.getOverview, overviewHandler, index.parts, input))
        .coverage;
    };
    const advertiser = { name: 'Covered' };
    const seen = (first: string, last: string) => ({
      firstSeenAt: `${first}T00:00:00.000Z`,
      lastSeenAt: `${last}T00:00:00.000Z`,
    });
    await index.recordAll([
      { key: 'meta:77', advertiser, countries: ['FR', 'DE'], ...seen('2026-01-02', '2026-02-01') },
      {
        key: 'meta:78',
        advertiser,
        countries: ['DE'],
        mediaType: 'video',
        ...seen('2026-01-01', '2026-01-09'),
      },
      {
        key: 'microsoft:77',
        advertiser,
        coverage: { regions: ['EEA'], ceiling: 1000 },
        ...seen('2026-02-01', '2026-02-02'),
      },
      {
        key: 'apple:77',
        advertiser,
        coverage: { from: '2025-12-01', until: '2026-02-01' },
        ...seen('2026-02-01', '2026-02-02'),
      },
      {
        key: 'apple:78',
        advertiser,
        coverage: { from: '2025-11-01', until: '2026-01-01' },
        ...seen('2026-02-01', '2026-02-02'),
      },
      {
        key: 'microsoft:78',
        advertiser: { name: 'Tiny' },
        coverage: { regions: ['EEA'] },
        ...seen('2026-02-01', '2026-02-02'),
      },
    ]);
    expect(await coverage({})).toEqual({
      libraries: [
        { library: 'apple', ads: 2, ...seen('2026-02-01', '2026-02-02') },
        { library: 'meta', ads: 2, ...seen('2026-01-01', '2026-02-01') },
        { library: 'microsoft', ads: 1, ...seen('2026-02-01', '2026-02-02') },
      ],
      countries: ['DE', 'FR'],
      ceilings: [{ library: 'microsoft', at: '2026-02-02T00:00:00.000Z', limit: 1000 }],
      measured: [
        { library: 'apple', regions: [], from: '2025-11-01', until: '2026-02-01' },
        { library: 'microsoft', regions: ['EEA'], from: null, until: null },
      ],
    });
    expect(await coverage({ mediaType: 'video' })).toEqual({
      libraries: [{ library: 'meta', ads: 1, ...seen('2026-01-01', '2026-01-09') }],
      countries: ['DE'],
      ceilings: [],
      measured: [],
    });
    expect(await coverage({ companyName: 'Tiny' })).toMatchObject({
      ceilings: [],
      measured: [{ library: 'microsoft', regions: ['EEA'] }],
    });
  });

  it('has no genders if none are reported, and null shares for a reach of zero', async () => {
    await index.record({
      unreported: { advertiser: { name: 'Unreported' }, reach: { value: 900 } },
      unseen: { advertiser: { name: 'Unseen' }, demographics: { gender: { male: 0 }, country: { DE: 0 } } },
    });
    const { demographics } = await overview({ companyName: 'unreported' });
    expect(demographics).toEqual({ gender: [], country: [], age: [] });
    const nobody = { reach: 0, share: null };
    expect((await overview({ companyName: 'unseen' })).demographics).toEqual({
      gender: [
        { gender: 'female', ...nobody },
        { gender: 'male', ...nobody },
        { gender: 'unknown', ...nobody },
      ],
      country: [{ country: 'DE', ...nobody }],
      age: [],
    });
  });

  it('404 for an unknown advertiser', async () => {
    await expect(overview({ companyName: 'Acme Ltd' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
