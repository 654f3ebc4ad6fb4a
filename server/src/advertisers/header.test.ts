import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advertiserId } from '../ads/identity.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { headerHandler } from './brandSpy.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const bakery = { name: 'Éclair', categories: ['Patisserie', 'Bakery', '🥐', '\u{ffe6}'] };

const ads: NamedAds = {
  croissant: {
    advertiser: bakery,
    platforms: ['instagram', 'facebook'],
    mediaType: 'image',
    language: 'en',
    status: 'active',
    startDate: '2026-03-01',
    reach: { value: 1000 },
    firstSeenAt: '2026-03-01T09:00:00Z',
  },
  tart: {
    advertiser: bakery,
    platforms: ['tiktok', 'facebook'],
    mediaType: 'video',
    language: 'fr',
    startDate: '2026-01-10',
    endDate: '2026-02-01',
    reach: { value: 500 },
  },
  brioche: { advertiser: bakery, language: 'fr', firstSeenAt: '2026-02-10T23:30:00Z' },
  street: { advertiser: { name: 'Straße 7', logoUrl: 'https://strasse.example/logo.png' } },
  odos: { advertiser: { name: 'Οδός' } },
  light: { advertiser: { name: 'Işık' } },
  istanbul: { advertiser: { name: 'İstanbul Çarşı' } },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('the header of an advertiser on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today: '2026-03-31', seenAt: '2026-03-02T08:00:00Z' });
    await index.record(ads);
  });
  afterAll(() => index.close());

  const header = (input: object = {}) =>
    callBothWays(contract.brandSpy.getHeader, headerHandler, index.parts, {
      companyName: 'Éclair',
      ...input,
    });

  it('returns the advertiser and the totals of its ads', async () => {
    expect(await header()).toEqual({
      advertiserId: advertiserId('Éclair'),
      name: 'Éclair',
      brandLogo: `https://magpie.example/logos/${advertiserId('Éclair')}.svg`,
      totalAds: 3,
      totalReach: 1500,
      activeAds: 2,
      platforms: ['facebook', 'instagram', 'tiktok'],
      categories: ['Bakery', 'Patisserie', '\u{ffe6}', '🥐'],
      firstSeenAt: '2026-02-10T23:30:00.000Z',
      lastSeenAt: '2026-03-02T08:00:00.000Z',
    });
  });

  it.each([
    ['éclair', 'Éclair'],
    ['E\u0301CLAIR', 'Éclair'],
    ['STRASSE 7', 'Straße 7'],
    ['straße 7', 'Straße 7'],
    ['ΟΔΌΣ', 'Οδός'],
    ['οδόσ', 'Οδός'],
    ['IŞIK', 'Işık'],
    ['İSTANBUL ÇARŞI', 'İstanbul Çarşı'],
  ])('finds %s as %s', async (companyName, name) => {
    expect(await header({ companyName })).toMatchObject({ name });
  });

  it('returns the known logo', async () => {
    const { brandLogo } = await header({ companyName: 'straße 7' });
    expect(brandLogo).toBe('https://strasse.example/logo.png');
  });

  it.each([
    ['status', { status: 'active' }, 2, 1000],
    ['the other status', { status: 'inactive' }, 1, 500],
    ['kind of medium', { mediaType: 'video' }, 1, 500],
    ['language', { language: 'FR' }, 2, 500],
    ['first day', { dateFrom: '2026-02-10' }, 2, 1000],
    ['first instant', { dateFrom: '2026-02-10T23:45:00Z' }, 1, 1000],
    ['last day', { dateTo: '2026-02-10' }, 2, 500],
    ['all at once', { status: 'active', language: 'fr', dateFrom: '2026-01-01', dateTo: '2026-03-01' }, 1, 0],
  ])('counts only matching ads, by %s', async (_, filters, totalAds, totalReach) => {
    expect(await header(filters)).toMatchObject({ totalAds, totalReach });
  });

  it('is returned with zero totals if no ad matches', async () => {
    expect(await header({ language: 'ja' })).toMatchObject({
      name: 'Éclair',
      totalAds: 0,
      totalReach: 0,
      activeAds: 0,
      platforms: [],
      firstSeenAt: null,
      lastSeenAt: null,
    });
  });

  it('has a reach of 0 if it is unknown', async () => {
    expect(await header({ companyName: 'Οδός' })).toMatchObject({ totalAds: 1, totalReach: 0 });
  });

  it('limits the reach to numbers that JSON represents exactly', async () => {
    const reach = { value: Number.MAX_SAFE_INTEGER };
    const advertiser = { name: 'Everybody' };
    await index.record({ all: { advertiser, reach }, again: { advertiser, reach } });
    expect(await header({ companyName: 'everybody' })).toMatchObject({ totalReach: Number.MAX_SAFE_INTEGER });
  });

  it.each(['Eclair', 'Éclair.com', 'Éclai%', "É'; --\\"])('404 for %s, which is unknown', async (name) => {
    await expect(header({ companyName: name })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
