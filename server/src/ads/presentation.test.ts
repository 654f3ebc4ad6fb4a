import { Ad, type Card } from '@magpie/contract';
import { assert, constantFrom, integer, option, property, record } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainEnrichment, unranked } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { adScore, daysRunningSql, engagement, isActive } from './adExpressions.sql.ts';
import { adsByHash } from './ads.sql.ts';
import { adHash } from './identity.ts';
import { createPresentation, shownTexts } from './presentation.ts';
import { scoreOfAd } from './score.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

describe('the score of an ad', () => {
  it('matches the formula computed by hand', () => {
    // 0.45 × (1 - e^-1) + 0.35 × 3/7 + 0.2 × 2/5, of 100.
    expect(scoreOfAd(30, 999, 99).performanceScore).toBeCloseTo(51.45, 2);
    expect(scoreOfAd(30, 999, 99).scoreParts).toEqual({
      longevity: expect.closeTo(0.63212, 5),
      reach: expect.closeTo(3 / 7, 10),
      engagement: expect.closeTo(0.4, 10),
      variants: null,
    });
  });

  it('counts unknown parts and a reach of zero as nothing', () => {
    expect(scoreOfAd(30, null, null).performanceScore).toBe(28.45);
    expect(scoreOfAd(30, 0, null)).toEqual(scoreOfAd(30, null, null));
    expect(scoreOfAd(30, 999, 0).scoreParts.engagement).toBe(0);
  });

  it('is between 0 and 100 and grows with each part', () => {
    const some = record({
      days: integer({ min: 1, max: 5000 }),
      reach: integer({ min: 1, max: 10 ** 12 }),
      responses: integer({ min: 0, max: 10 ** 9 }),
    });
    assert(
      property(some, ({ days, reach, responses }) => {
        const { performanceScore } = scoreOfAd(days, reach, responses);
        expect(performanceScore >= 0 && performanceScore <= 100).toBe(true);
        expect(scoreOfAd(days + 10, reach, responses).performanceScore).toBeGreaterThanOrEqual(
          performanceScore,
        );
        expect(scoreOfAd(days, reach * 2, responses).performanceScore).toBeGreaterThanOrEqual(
          performanceScore,
        );
      }),
    );
  });
});

describe('an ad of the index', () => {
  let db: PostgresEngine;
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    [db, clickhouse] = [await freshDatabase(postgres), await freshClickHouse('embedded')];
  });
  afterAll(async () => {
    await Promise.all([db.close(), clickhouse.close()]);
  });

  const present = (hashes: string[]): Promise<Ad[]> =>
    adsByHash(clickhouse, hashes).then(
      createPresentation({
        clickhouse,
        tagDefinitions: plainEnrichment.tagDefinitions,
        siteAddress: () => 'https://magpie.example',
        readRanking: unranked,
      }),
    );

  it('matches the API schema, with null for unknown values', async () => {
    const sighting = { source: 'meta-web', seenAt: new Date('2026-03-02T08:00:00Z') };
    await plainCatalog(clickhouse, db).recordAds(
      [
        openAd({
          key: 'meta:1',
          platforms: ['instagram'],
          lastConfirmedAt: new Date().toISOString(),
          bodies: ['free returns', 'b'],
          engagement: { likes: 3, shares: 1 },
        }),
        openAd({
          key: 'google:CR1',
          placements: ['SEARCH'],
          advertiser: { name: 'B', logoUrl: 'https://cdn.example/b.png' },
        }),
      ],
      sighting,
    );
    const [insta] = await present([adHash('meta:1')]);
    expect(Ad.parse(insta)).toMatchObject({
      platform: 'instagram',
      externalId: '1',
      body: 'free returns',
      headline: null,
      status: 'active',
      reach: { value: null, lower: null, upper: null, kind: null },
      engagement: {
        views: null,
        likes: 3,
        comments: null,
        shares: 1,
        total: 4,
        capturedAt: '2026-03-02T08:00:00.000Z',
      },
      tags: [{ tagDefinitionId: 7, category: 'Offer', shortText: 'Free shipping', confidence: 0.9 }],
      isPartnership: false,
    });
    expect(insta?.advertiser.brandLogo).toBe(
      `https://magpie.example/logos/${insta?.advertiser.advertiserId}.svg`,
    );
    const [google] = await present([adHash('google:CR1')]);
    expect(Ad.parse(google)).toMatchObject({
      platform: null,
      platforms: [],
      advertiser: { brandLogo: 'https://cdn.example/b.png' },
    });
  });

  it('shows the texts of its cards and no templates', async () => {
    const cards = [{ headline: '{{product.name}}', body: 'Warm feet' }, { headline: 'Merino socks' }];
    const carousel = openAd({ key: 'meta:2', headlines: ['{{product.name}}'], cards });
    const sighting = { source: 'meta-web', seenAt: new Date('2026-03-02T08:00:00Z') };
    await plainCatalog(clickhouse, db).recordAds([carousel], sighting);
    expect(await present([adHash('meta:2')])).toMatchObject([
      {
        headline: 'Merino socks',
        headlines: ['Merino socks'],
        body: 'Warm feet',
        bodies: ['Warm feet'],
        cards: [{ headline: null }, { headline: 'Merino socks' }],
      },
    ]);
  });

  it('has the same days, activity and score in ClickHouse and in TypeScript', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const day = (ago: number): string =>
      new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
    const some = record({
      start: option(integer({ min: -20, max: 300 }), { nil: null }),
      length: option(integer({ min: -50, max: 300 }), { nil: null }),
      status: constantFrom('active', 'inactive', null),
      reach: option(integer({ min: 0, max: 10 ** 9 }), { nil: null }),
      likes: option(integer({ min: 0, max: 10 ** 6 }), { nil: null }),
      confirmed: option(constantFrom(0, 1, 2, 3, 4, 13, 14, 15, 40), { nil: null }),
      freshnessDays: option(constantFrom(1, 3, 14), { nil: null }),
    });
    const ads: ReturnType<typeof openAd>[] = [];
    assert(
      property(some, ({ start, length, status, reach, likes, confirmed, freshnessDays }) => {
        const startDate = start === null ? null : day(start);
        const endDate = length === null ? null : day((start ?? 0) - Math.max(0, length));
        ads.push(
          openAd({
            key: `meta:7${ads.length}`,
            startDate,
            endDate,
            status,
            reach: reach === null ? null : { value: reach },
            engagement: { likes },
            firstSeenAt: `${day(20)}T10:00:00Z`,
            lastConfirmedAt: confirmed === null ? null : `${day(confirmed)}T10:00:00Z`,
            freshnessDays,
          }),
        );
      }),
      { numRuns: 300 },
    );
    await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt: new Date() });
    const rows = await clickhouse.read<{ hash: string }>(
      `SELECT hash, ${isActive} AS active, ${daysRunningSql} AS days, ${adScore} AS score, ${engagement} AS engagement
       FROM ads FINAL WHERE key LIKE 'meta:7%' ORDER BY hash`,
      { today },
    );
    const shown = await present(rows.map(({ hash }) => hash));
    expect(
      shown
        .map((ad) => ({
          hash: ad.hash,
          active: ad.status === 'active' ? 1 : 0,
          days: ad.daysRunning,
          score: expect.closeTo(ad.performanceScore, 1),
          engagement: ad.engagement.total,
        }))
        .toSorted((one, other) => (one.hash < other.hash ? -1 : 1)),
    ).toEqual(rows);
    expect(rows).toHaveLength(300);
  });
});

const card = (texts: Partial<Card>): Card => ({
  headline: null,
  body: null,
  description: null,
  ctaText: null,
  landingPageUrl: null,
  media: [],
  ...texts,
});

const none = { headlines: [], bodies: [], description: null, cards: [] };

describe('the texts of an ad', () => {
  it('are null or empty if it has none', () => {
    expect(shownTexts(none)).toEqual({
      headline: null,
      headlines: [],
      body: null,
      bodies: [],
      description: null,
    });
  });

  it('include distinct texts of its cards, after its own', () => {
    const cards = [
      card({ headline: 'Socks', body: 'Warm', description: 'Wool' }),
      card({ headline: 'Hats', body: 'Soft' }),
      card({ headline: 'Socks' }),
    ];
    expect(shownTexts({ ...none, headlines: ['Sale', 'Hats'], cards })).toEqual({
      headline: 'Sale',
      headlines: ['Sale', 'Hats', 'Socks'],
      body: 'Warm',
      bodies: ['Warm', 'Soft'],
      description: 'Wool',
    });
  });

  it('contain no templates', () => {
    const cards = [card({ headline: 'Socks', body: '{{product.brand}}', description: 'Wool' })];
    const templates = {
      headlines: ['{{product.name}}'],
      bodies: ['{{product.name}}'],
      description: '{{product.price}}',
    };
    expect(shownTexts({ ...templates, cards })).toEqual({
      headline: 'Socks',
      headlines: ['Socks'],
      body: null,
      bodies: [],
      description: 'Wool',
    });
  });

  it('are idempotent', () => {
    const cards = [card({ headline: 'Socks' }), card({ headline: '{{product.name}}' })];
    const once = shownTexts({ ...none, headlines: ['{{x}}', 'Sale'], cards });
    expect(shownTexts({ ...once, cards })).toEqual(once);
  });
});
