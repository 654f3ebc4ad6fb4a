import { contract, maxListBytes, type InputOf, type OpenAdInput } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliases } from '../aliases.ts';
import type { Catalog } from '../catalog.ts';
import { advertiserId } from '../identity.ts';
import { createPresentation } from '../presentation.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { openAd, plainCatalog, plainEnrichment, unranked } from '../../testing/catalog.ts';
import { everyClickHouseLane, freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { searchHandler } from './search.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

type Input = InputOf<typeof contract.ads.search>;

const reachOn = (days: Readonly<Record<string, number>>) =>
  Object.entries(days).map(([day, reach]) => ({ capturedAt: `${day}T08:00:00Z`, reach }));

/** Each ad is identified by the id in its key, which describes it. */
const ads: Record<string, Partial<OpenAdInput>> = {
  french: { language: 'fr-FR', bodies: ['Notre Crème de jour'], headlines: ['Livraison offerte'] },
  russian: { bodies: ['Большая СКИДКА только сегодня'] },
  arabic: { bodies: ['متجر مُحَمَّد للعطور'] },
  chinese: { bodies: ['全场免运费，限时优惠'] },
  japanese: { bodies: ['全品送料無料キャンペーン中'] },
  korean: { bodies: ['오늘만 특별 할인을 받으세요'] },
  thai: { bodies: ['วันนี้ลดราคาทุกชิ้น'] },
  shipping: {
    bodies: ['Get free shipping today'],
    ctaText: 'Shop Now',
    countries: ['US', 'GB'],
    language: 'en',
  },
  returns: {
    bodies: ['Shipping today, free returns'],
    ctaType: 'LEARN_MORE',
    countries: ['US'],
    format: 'video',
  },
  split: { headlines: ['Everything free'], bodies: ['Shipping takes a day'] },
  described: { description: 'Hand-made porcelain', mediaType: 'video' },
  advertised: {
    advertiser: { name: 'Blue Whale Outfitters', categories: ['Outdoor', 'Travel'] },
    bodies: ['New arrivals'],
  },
  landing: {
    landingPageUrl: 'https://www.tents.example/two-person?utm_source=x',
    bodies: ['Sleep outside'],
    ctaText: 'Zum Öko-Laden',
  },
  card: { cards: [{ headline: 'Merino socks' }, { headline: 'Alpaca hats' }] },
  partner: { bodies: ['With our friends'], isPartnership: true, platforms: ['tiktok'] },
  reached: {
    bodies: ['Known to many'],
    reach: { value: 5000 },
    startDate: '2026-02-10',
    status: 'active',
    snapshots: reachOn({ '2026-02-10': 1000, '2026-02-17': 2000, '2026-02-24': 5000 }),
  },
  liked: {
    bodies: ['Loved by some'],
    reach: { value: 100 },
    startDate: '2026-01-05',
    endDate: '2026-01-20',
    engagement: { likes: 40, comments: 2 },
    snapshots: reachOn({ '2026-02-01': 0, '2026-02-08': 0 }),
  },
  discussed: { bodies: ['Talked about'], startDate: '2025-12-24', engagement: { likes: 7, comments: 90 } },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(everyClickHouseLane)('a search on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  const record = (known: Record<string, Partial<OpenAdInput>>, seenAt = '2026-03-02T08:00:00Z') =>
    catalog.recordAds(
      Object.entries(known).map(([name, ad]) =>
        openAd({
          platforms: ['facebook'],
          lastConfirmedAt: new Date().toISOString(),
          ...ad,
          key: `meta:${name}`,
        }),
      ),
      { source: 'test', seenAt: new Date(seenAt) },
    );
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    catalog = plainCatalog(clickhouse, db);
    await record(ads);
  });
  afterAll(() => clickhouse.close());

  /** Validates input and output with the contract. */
  const search = async (input: Input) => {
    const { tagDefinitions } = plainEnrichment;
    const presentAds = createPresentation({
      clickhouse,
      tagDefinitions,
      siteAddress: () => 'https://magpie.example',
      readRanking: unranked,
    });
    const caller: Caller = {
      userId: 'u',
      isOwner: false,
      scopes: new Set(['read']),
      credential: { id: '', secret: '' },
    };
    const call = {
      input: contract.ads.search.input.parse(input),
      caller,
      address: '127.0.0.1',
      db,
      afterCommit: () => undefined,
      markPrivate: () => undefined,
      newestRecording: () => catalog.recordings.newest(),
    };
    const answer = await searchHandler({
      clickhouse,
      aliases: createAliases({ ...call, clickhouse }),
      presentAds,
    })(call);
    return contract.ads.search.output.parse(answer);
  };
  const found = async (input: Input): Promise<string[]> =>
    (await search({ limit: 100, ...input })).ads.map((ad) => ad.externalId).toSorted();

  describe('finds in every script', () => {
    it.each([
      ['Latin without the accent', 'creme', 'french'],
      ['Latin with it', 'CRÈME', 'french'],
      ['Cyrillic', 'скидка', 'russian'],
      ['Arabic without vowel signs', 'محمد', 'arabic'],
      ['Chinese', '免运费', 'chinese'],
      ['Chinese, one character', '惠', 'chinese'],
      ['Japanese', '送料無料', 'japanese'],
      ['Japanese, in half width', 'ｷｬﾝﾍﾟｰﾝ', 'japanese'],
      ['Korean with a particle', '할인', 'korean'],
      ['Thai', 'ลดราคา', 'thai'],
    ])('%s', async (_, searchQuery, name) => {
      expect(await found({ searchQuery })).toEqual([name]);
    });
  });

  describe('searches', () => {
    it.each([
      ['headlines', 'livraison', 'french'],
      ['descriptions', 'porcelain', 'described'],
      ['names of advertisers', 'blue whale', 'advertised'],
      ['landing pages', 'tents.example/two-person', 'landing'],
      ['cards', 'alpaca', 'card'],
    ])('%s', async (_, searchQuery, name) => {
      expect(await found({ searchQuery })).toEqual([name]);
    });
  });

  it('requires all words, in any order and any field', async () => {
    expect(await found({ searchQuery: 'shipping FREE' })).toEqual(['returns', 'shipping', 'split']);
  });

  describe('with a word that is in no ad', () => {
    it.each([
      [
        'replaces it by the most similar word',
        'free shiping',
        'free shipping',
        ['returns', 'shipping', 'split'],
      ],
      [
        'keeps the rest of the query',
        'SHIPING -"free returns"',
        'shipping -"free returns"',
        ['shipping', 'split'],
      ],
    ])('%s', async (_, searchQuery, correctedQuery, names) => {
      const response = await search({ searchQuery, limit: 100 });
      expect(response.correctedQuery).toBe(correctedQuery);
      expect(response.ads.map((ad) => ad.externalId).toSorted()).toEqual(names);
      expect(response.total).toBe(names.length);
    });

    it.each([
      ['a phrase', '"free shiping"'],
      ['a word that resembles none', 'xylophone'],
      ['a short word', 'fre'],
    ])('does not replace %s', async (_, searchQuery) => {
      expect(await search({ searchQuery })).toMatchObject({ ads: [], total: 0, correctedQuery: null });
    });

    it.each([
      ['that no ad has', 'shipping xylophone', 'shipping', ['returns', 'shipping', 'split']],
      ['that no ad has beside the others', 'FREE porcelain', 'porcelain', ['described']],
      ['beside a phrase', '"free shipping" xylophone', '"free shipping"', ['shipping']],
    ])('leaves out words %s', async (_, searchQuery, correctedQuery, names) => {
      const response = await search({ searchQuery, limit: 100 });
      expect(response.correctedQuery).toBe(correctedQuery);
      expect(response.ads.map((ad) => ad.externalId).toSorted()).toEqual(names);
    });

    it('returns null if other filters exclude everything', async () => {
      const response = await search({ searchQuery: 'shiping', countries: ['DE'] });
      expect(response).toMatchObject({ total: 0, correctedQuery: null });
    });
  });

  it('requires the words of a phrase together, within one text', async () => {
    expect(await found({ searchQuery: '"free shipping"' })).toEqual(['shipping']);
  });

  it('omits ads with an excluded word or phrase', async () => {
    expect(await found({ searchQuery: 'shipping -returns' })).toEqual(['shipping', 'split']);
    expect(await found({ searchQuery: 'free -"free shipping"' })).toEqual(['returns', 'split']);
    expect(await found({ searchQuery: '-shipping' })).toHaveLength(Object.keys(ads).length - 3);
  });

  it('finds whole words', async () => {
    expect(await found({ searchQuery: 'ship' })).toEqual([]);
  });

  it.each(['', '  ', '-', '"', '!?'])('finds every ad for %j', async (searchQuery) => {
    expect(await found({ searchQuery })).toEqual(Object.keys(ads).toSorted());
  });

  it('treats a query with more than 100 exclusions as an ad text', async () => {
    const words = Array.from({ length: 101 }, (_, place) => `-word${place}`);
    expect(await found({ searchQuery: words.slice(1).join(' ') })).toEqual(Object.keys(ads).toSorted());
    expect(await found({ searchQuery: words.join(' ') })).toEqual([]);
  });

  it.each<[string, Input, string[]]>([
    ['platforms', { platforms: ['tiktok', 'youtube'] }, ['partner']],
    ['formats', { formats: ['video'] }, ['returns']],
    ['companyNames, whatever the case', { companyNames: ['BLUE WHALE OUTFITTERS'] }, ['advertised']],
    ['languages', { languages: ['ja'] }, []],
    ['languages with a region', { languages: ['fr-CA'] }, ['french']],
    ['ctaTypes by text', { ctaTypes: ['SHOP NOW'] }, ['shipping']],
    ['ctaTypes by type', { ctaTypes: ['learn_more'] }, ['returns']],
    ['isPartnership', { isPartnership: true }, ['partner']],
    ['viewsMin', { viewsMin: 101 }, ['reached']],
    ['viewsMax', { viewsMax: 100 }, ['liked']],
    ['dateFrom and dateTo', { dateFrom: '2026-01-05', dateTo: '2026-02-10' }, ['liked', 'reached']],
    ['dateTo as a time', { dateTo: '2026-01-05T12:00:00Z' }, ['discussed', 'liked']],
    ['status', { status: 'inactive' }, ['liked']],
    ['mediaType', { mediaType: 'video' }, ['described']],
    ['countries', { countries: ['gb', 'DE'] }, ['shipping']],
    ['tagDefinitionIds', { tagDefinitionIds: [7, 8] }, ['returns', 'shipping']],
    ['all of tagDefinitionIds', { tagDefinitionIds: [7], tagMatch: 'all' }, ['returns', 'shipping']],
    ['all of several tagDefinitionIds', { tagDefinitionIds: [7, 8], tagMatch: 'all' }, []],
    ['daysRunningMin', { daysRunningMin: 16, searchQuery: 'loved -known' }, []],
    ['daysRunningMax', { daysRunningMax: 15 }, ['liked']],
    ['both ends of daysRunning', { daysRunningMin: 15, daysRunningMax: 15 }, ['liked']],
    ['categories', { categories: ['Travel', 'Food'] }, ['advertised']],
    ['categories that no advertiser has', { categories: ['Food'] }, []],
    ['several together', { searchQuery: 'free', countries: ['US'], formats: ['video'] }, ['returns']],
  ])('filters by %s', async (_, input, names) => {
    expect(await found(input)).toEqual(names);
  });

  it.each<[string, Input]>([
    ['an ad type that enrichment gives and no ad has', { adTypes: ['giveaway'] }],
    ['a call to action that platforms offer and no ad has', { ctaTypes: ['Book now', 'SUBSCRIBE'] }],
    ['no values', { adTypes: [], ctaTypes: [] }],
  ])('accepts %s', async (_, input) => {
    await expect(search(input)).resolves.toMatchObject({ hasMore: false });
  });

  it('accepts a custom call to action of an ad in any case', async () => {
    expect(await found({ ctaTypes: ['ZUM ÖKO-LADEN'] })).toEqual(['landing']);
  });

  it('400 with suggestions for an unknown ad type or call to action', async () => {
    await expect(search({ adTypes: ['offer', 'ofer'] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: {
        issues: [{ path: 'adTypes.1' }],
        suggestions: expect.arrayContaining(['offer', 'giveaway', 'other']),
      },
    });
    const refused = search({ ctaTypes: ['Shpo now'] });
    await expect(refused).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(
        /^ctaTypes\.0 must be a known value; got 'Shpo now'\. Known values: 'Shop Now', /,
      ),
      details: { suggestions: expect.arrayContaining(['Shop Now', 'LEARN_MORE']) },
    });
  });

  describe('of the companies that the caller follows', () => {
    const follow = (userId: string, ...names: string[]) =>
      Promise.all(
        names.map((name) =>
          db.query(`INSERT INTO follows (user_id, advertiser_id, name) VALUES ($1, $2, $3)`, [
            userId,
            advertiserId(name),
            name,
          ]),
        ),
      );
    beforeAll(async () => {
      await db.query(`INSERT INTO users (id, email) VALUES ('u', 'u@example.com'), ('v', 'v@example.com')`);
      await follow('v', 'Acme');
    });
    afterAll(() => db.query('DELETE FROM users'));

    it('finds nothing for somebody who follows no one', async () => {
      const answer = await search({ companyNames: 'FOLLOWED' });
      expect(answer).toMatchObject({ ads: [], total: 0, hasMore: false, nextCursor: null });
      expect(Object.values(answer.facets)).toEqual(Array.from({ length: 11 }, () => ({})));
    });

    it('finds their ads, but not those of companies that others follow', async () => {
      await follow('u', 'blue whale OUTFITTERS', 'Not in the index');
      expect(await found({ companyNames: 'FOLLOWED' })).toEqual(['advertised']);
      expect(await found({ companyNames: 'FOLLOWED', searchQuery: 'new arrivals' })).toEqual(['advertised']);
      expect(await found({ companyNames: 'FOLLOWED', searchQuery: 'shipping' })).toEqual([]);
    });

    it('accepts the maximum number of followed companies', async () => {
      await db.query(
        `INSERT INTO follows (user_id, advertiser_id, name)
         SELECT 'u', 4503599627370495 - number, 'x' FROM generate_series(1, 4998) AS number`,
      );
      expect(await found({ companyNames: 'FOLLOWED' })).toEqual(['advertised']);
    });
  });

  it('uses the first sighting if the start date is unknown', async () => {
    expect(await found({ dateFrom: '2026-03-02', searchQuery: 'porcelain' })).toEqual(['described']);
    expect(await found({ dateFrom: '2026-03-02T08:00:01Z', searchQuery: 'porcelain' })).toEqual([]);
  });

  it('is not restricted by an empty list, nor by isPartnership: false', async () => {
    const input = {
      platforms: [],
      companyNames: [],
      countries: [],
      tagDefinitionIds: [],
      categories: [],
      isPartnership: false,
    };
    expect(await found(input)).toEqual(Object.keys(ads).toSorted());
  });

  it.each<[NonNullable<Input>['sortBy'] & string, string[]]>([
    ['date', ['reached', 'liked', 'discussed']],
    ['views', ['reached', 'liked']],
    ['likes', ['liked', 'discussed']],
    ['comments', ['discussed', 'liked']],
    // 'liked' grew too, but has ended.
    ['momentum', ['reached']],
  ])('sorts by %s, unknown last', async (sortBy, first) => {
    const { ads: sorted } = await search({ sortBy, limit: 100 });
    expect(sorted.slice(0, first.length).map((ad) => ad.externalId)).toEqual(first);
    const rest = sorted.slice(first.length).map((ad) => ad.hash);
    expect(rest).toEqual(rest.toSorted());
  });

  it('sorts recommended ads by performance score', async () => {
    const { ads: sorted } = await search({ limit: 100 });
    const scores = sorted.map((ad) => ad.performanceScore);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(new Set(scores).size).toBeGreaterThan(2);
  });

  it('sorts by days running, longest first, ties by hash', async () => {
    const { ads: sorted } = await search({ limit: 100, sortBy: 'daysRunning' });
    const expected = sorted.toSorted(
      (one, other) => other.daysRunning - one.daysRunning || (one.hash < other.hash ? -1 : 1),
    );
    expect(sorted.map((ad) => ad.externalId)).toEqual(expected.map((ad) => ad.externalId));
    expect([sorted[0]?.externalId, sorted.at(-1)?.externalId]).toEqual(['discussed', 'liked']);
  });

  it('counts facet values over all matching ads', async () => {
    const { total, facets, ads: shown } = await search({ searchQuery: 'free shipping', limit: 1 });
    expect(shown).toHaveLength(1);
    expect(total).toBe(3);
    expect(facets).toEqual({
      platforms: { facebook: 3 },
      formats: { other: 2, video: 1 },
      mediaTypes: { other: 3 },
      statuses: { active: 3 },
      adTypes: {},
      languages: { en: 3 },
      ctaTypes: { 'Shop Now': 1, LEARN_MORE: 1 },
      countries: { US: 2, GB: 1 },
      tagDefinitionIds: { 7: 2 },
      companyNames: { Acme: 3 },
      categories: {},
    });
  });

  it('counts the ads of each category of the advertisers', async () => {
    const { facets } = await search({ limit: 1 });
    expect(facets.categories).toEqual({ Outdoor: 1, Travel: 1 });
    expect(facets.companyNames).toEqual({ Acme: Object.keys(ads).length - 1, 'Blue Whale Outfitters': 1 });
  });

  it('returns empty facets if nothing matches', async () => {
    const answer = await search({ searchQuery: 'nowhere' });
    expect(answer).toMatchObject({ ads: [], total: 0, hasMore: false, nextCursor: null });
    expect(Object.values(answer.facets)).toEqual(Array.from({ length: 11 }, () => ({})));
  });

  it('pages through every ad once, in order', async () => {
    const whole = (await search({ limit: 100, sortBy: 'likes' })).ads.map((ad) => ad.hash);
    const walked: string[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page = await search({ limit: 5, cursor, sortBy: 'likes' });
      walked.push(...page.ads.map((ad) => ad.hash));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(whole);
    const { nextCursor } = await search({ limit: 5, sortBy: 'likes' });
    const cursor = nextCursor ?? 0;
    for (const other of [
      { cursor },
      { cursor, sortBy: 'likes', mediaType: 'video' },
      { cursor: 20 },
    ] as const) {
      await expect(search(other)).rejects.toThrow('nextCursor of a recent response to the same request');
    }
  });

  it('pages through every ad once while ads are recorded, which a new search finds', async () => {
    const first = await search({ limit: 5, sortBy: 'likes' });
    await record({ 'came-meanwhile': { engagement: { likes: 1_000_000 } } }, '2026-03-03T08:00:00Z');
    const rest = await search({ limit: 100, cursor: first.nextCursor ?? 0, sortBy: 'likes' });
    const walked = [...first.ads, ...rest.ads].map((ad) => ad.hash);
    expect(walked).toHaveLength(first.total);
    expect(new Set(walked).size).toBe(first.total);
    const [newest] = (await search({ sortBy: 'likes' })).ads;
    expect(newest?.engagement?.likes).toBe(1_000_000);
  });

  it('finds an ad by its current text before old rows are merged', async () => {
    await record({ changing: { description: 'Zebra stripes' } }, '2026-03-03T08:00:00Z');
    await record({ changing: { description: 'Leopard dots' } }, '2026-03-04T08:00:00Z');
    expect(await found({ searchQuery: 'leopard' })).toEqual(['changing']);
    expect(await search({ searchQuery: 'zebra' })).toMatchObject({ ads: [], total: 0 });
  });

  it('finds an ad by its whole text, using the rarest words', async () => {
    const common = Array.from({ length: 30 }, (_, place) => `commonplace${place}`).join(' ');
    const copies = {
      'rare-word': `-50% today: ${common} k9`,
      minus: 'Now -70% on everything we have',
      'common-words': `50% today: ${common}`,
      story: `“No kids” -"second hand" ${'Every word of a long story counts. '.repeat(250)}`,
      letters: '全场免运费，限时优惠！'.repeat(900),
      pictures: '🔥'.repeat(4900),
    };
    const changes = Object.entries(copies).map(([name, body]) => [name, { bodies: [body] }]);
    await record(Object.fromEntries(changes), '2026-03-04T08:00:00Z');
    for (const [name, searchQuery] of Object.entries(copies)) {
      expect([name, (await found({ searchQuery })).includes(name)]).toEqual([name, true]);
    }
    expect(await found({ searchQuery: `${common} k9` })).toEqual(['rare-word']);
  });

  it('shortens ads in a list that would exceed 4 MB', async () => {
    const long = Array.from({ length: 30 }, (_, ad) => [
      `long-${ad}`,
      {
        bodies: [
          `verbose ${'界'.repeat(19_000)}`,
          ...Array.from({ length: 5 }, (_each, place) => `${place} ${'x'.repeat(19_000)}`),
        ],
      },
    ]);
    await record(Object.fromEntries(long), '2026-03-04T08:00:00Z');
    const answer = await search({ searchQuery: 'verbose', limit: 100 });
    expect(answer.ads).toHaveLength(30);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(maxListBytes);
    for (const ad of answer.ads) {
      expect(ad.shortened).toEqual(['body', 'bodies']);
      expect(ad.body).toMatch(/^verbose 界+…$/);
    }
    const [whole] = (await search({ searchQuery: 'verbose', limit: 1 })).ads;
    expect([whole?.shortened, whole?.body?.length]).toEqual([undefined, 19_008]);
  });

  it('accepts any input', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc
        .array(fc.constantFrom('"', '-', ' ', "'", '\\', '{', '}', ':', '%', '할', 'a', '|'), {
          maxLength: 30,
        })
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (searchQuery) => {
        expect((await search({ searchQuery, limit: 1 })).total).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: lane === 'embedded' ? 25 : 8 },
    );
  });
});
