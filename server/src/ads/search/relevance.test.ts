import { contract, type InputOf, type OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliases } from '../aliases.ts';
import { adHash } from '../identity.ts';
import { createPresentation } from '../presentation.ts';
import { scoreOfAd } from '../score.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainEnrichment, unranked } from '../../testing/catalog.ts';
import { freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { weights } from './relevance.sql.ts';
import { searchHandler } from './search.ts';
import { roundDown } from './termShares.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

type Input = NonNullable<InputOf<typeof contract.ads.search>>;

const words = ['free', 'shipping', 'today', 'sale', 'new', 'shoes'];
const names = ['Free Shoes', 'Globex', 'New Sale Club', 'Today'];
const pages = ['sale', 'shoes/new', 'about', 'free?utm=today'];
const filler = 'word '.repeat(70).trim();
const day = 86_400_000;
const startDate = new Date(Date.now() - 20 * day).toISOString().slice(0, 10);

const someWords = (min: number, max: number) =>
  fc.array(fc.constantFrom(...words), { minLength: min, maxLength: max }).map((each) => each.join(' '));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

/** Few words, so that terms are in every combination of fields and some ads have the same text. */
const randomAd = fc.record({
  name: fc.constantFrom(...names),
  headlines: fc.uniqueArray(someWords(1, 4), { maxLength: 2 }),
  bodies: fc.uniqueArray(
    fc
      .tuple(someWords(1, 4), fc.constantFrom('', '', ` ${filler}`, ' 20% off!', ' https://t.example/a1 🔥'))
      .map((parts) => parts.join('')),
    { minLength: 1, maxLength: 2 },
  ),
  card: maybe(someWords(1, 2)),
  page: maybe(fc.constantFrom(...pages)),
  reach: maybe(fc.constantFrom(10, 100_000)),
  likes: maybe(fc.constantFrom(0, 5000)),
});

const ads = fc
  .sample(randomAd, { numRuns: 150, seed: 11 })
  .map(({ name, headlines, bodies, card, page, reach, likes }, index) =>
    openAd({
      key: `meta:${index}`,
      advertiser: { name },
      headlines,
      bodies,
      cards: card === null ? [] : [{ headline: card }],
      landingPageUrl: page === null ? null : `https://www.example.com/${page}`,
      startDate,
      lastConfirmedAt: new Date().toISOString(),
      reach: reach === null ? null : { value: reach },
      engagement: likes === null ? null : { likes },
    }),
  );

const split = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+|🔥/g) ?? [];
const joined = (texts: readonly string[]): string =>
  ` ${texts.map((text) => split(text).join(' ')).join(' | ')} `;

interface Reference {
  readonly hash: string;
  readonly ad: OpenAd;
  readonly brand: string;
  readonly headline: string;
  readonly copy: string;
  readonly page: string;
  readonly score: number;
  readonly group: string;
}

function describeAd(ad: OpenAd): Reference {
  const headlines = [...new Set([...ad.headlines, ...ad.cards.flatMap(({ headline }) => headline ?? [])])];
  const compared = (texts: readonly string[]): string[] => [
    ...new Set(
      texts.flatMap((text) => split(text.replace(/https\S+/, '')).filter((word) => /^[a-z]+$/.test(word))),
    ),
  ];
  const inBodies = compared(ad.bodies);
  const group = inBodies.length >= 12 ? inBodies : compared([...ad.bodies, ...headlines]);
  const { performanceScore } = scoreOfAd(20, ad.reach?.value ?? null, ad.engagement?.likes ?? null);
  return {
    hash: adHash(ad.key ?? ''),
    ad,
    brand: joined([ad.advertiser.name]),
    headline: joined(headlines),
    copy: joined([...new Set([...headlines, ...ad.bodies])]),
    page: joined([ad.landingPageUrl ?? '']),
    score: performanceScore,
    group: `${ad.advertiser.name}: ${group.toSorted().join(' ')}`,
  };
}

const all = ads.map(describeAd);

/** The formula of docs/search.md, written plainly. */
function sortValue(ad: Reference, terms: readonly string[]): number {
  const sought = terms.map((term) => ` ${term} `);
  const found = (text: string, term: string): boolean => text.includes(term);
  const rarity = terms.map((term) => {
    const adsWith = term
      .split(' ')
      .map(
        (word) =>
          all.filter((other) => found(`${other.brand}${other.copy}${other.page}`, ` ${word} `)).length,
      );
    const least = Math.min(...adsWith);
    return Math.log(1 + (all.length - least + 0.5) / (least + 0.5));
  });
  const share = (at: number): number => (rarity[at] ?? 0) / rarity.reduce((sum, each) => sum + each, 0);
  const lengthOf = (relative: number): number => 1 - weights.lengthEffect + weights.lengthEffect * relative;
  const copyWords = ad.copy.split(' ').filter((word) => word !== '' && word !== '|').length;
  const relevance = sought.map((term, at) => {
    const isOnlyInPage = term
      .trim()
      .split(' ')
      .some((word) => !found(`${ad.brand}${ad.copy}`, ` ${word} `));
    const weight =
      (isOnlyInPage ? weights.page : weights.copy) / lengthOf(copyWords / weights.typicalWords) +
      (found(ad.headline, term)
        ? weights.headline / lengthOf(ad.headline.length / weights.typicalHeadlineBytes)
        : 0) +
      (found(ad.brand, term) ? weights.brand : 0);
    return share(at) * (weight / (weight + weights.saturation));
  });
  const sum = relevance.reduce((total, each) => total + each, 0);
  return Math.round((100 * weights.relevance * sum + weights.score * ad.score) * 100) / 100;
}

function expectedOrder(terms: readonly string[], companyNames: readonly string[]): Reference[] {
  return all
    .filter((ad) => companyNames.length === 0 || companyNames.includes(ad.ad.advertiser.name))
    .filter((ad) =>
      terms.every((term) => [ad.brand, ad.copy, ad.page].some((text) => text.includes(` ${term} `))),
    )
    .map((ad) => ({ ad, value: terms.length === 0 ? ad.score : sortValue(ad, terms) }))
    .toSorted((one, other) => other.value - one.value || (one.ad.hash < other.ad.hash ? -1 : 1))
    .map(({ ad }) => ad);
}

function foldInOrder(order: readonly Reference[]): { hash: string; similarAds: number }[] {
  const isFirst = ({ group }: Reference, at: number): boolean =>
    order.findIndex((other) => other.group === group) === at;
  return order.filter(isFirst).map(({ hash, group }) => ({
    hash,
    similarAds: order.filter((other) => other.group === group).length - 1,
  }));
}

const randomSearch = fc.record({
  terms: fc.uniqueArray(fc.constantFrom(...words, 'free shipping', 'new sale', 'globex', 'example'), {
    maxLength: 3,
  }),
  companyNames: fc.subarray([...names]),
});

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
const search = async (input: Input) => {
  const newestRecording = () => plainCatalog(clickhouse, db).recordings.newest();
  const aliases = createAliases({ clickhouse, newestRecording });
  const presentAds = createPresentation({
    clickhouse,
    tagDefinitions: plainEnrichment.tagDefinitions,
    siteAddress: () => 'https://magpie.example',
    readRanking: unranked,
  });
  const response = await searchHandler({ clickhouse, aliases, presentAds })({
    input: contract.ads.search.input.parse(input),
    caller: { userId: 'u', isOwner: false, scopes: new Set(['read']), credential: { id: '', secret: '' } },
    address: '127.0.0.1',
    db,
    afterCommit: () => undefined,
    markPrivate: () => undefined,
    newestRecording,
  });
  return contract.ads.search.output.parse(response);
};

beforeAll(async () => {
  db = await freshDatabase(postgres);
  clickhouse = await freshClickHouse('embedded');
  await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt: new Date() });
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

it('random searches have the order of a reference implementation', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(randomSearch, async ({ terms, companyNames }) => {
      const searchQuery = terms.map((term) => (term.includes(' ') ? `"${term}"` : term)).join(' ');
      const expected = expectedOrder(terms, companyNames);
      found += terms.length > 0 ? expected.length : 0;
      const response = await search({ searchQuery, companyNames, limit: 100 });
      expect(response.ads.map(({ hash }) => hash)).toEqual(expected.slice(0, 100).map(({ hash }) => hash));
      expect(response.total).toBe(expected.length);
    }),
    { numRuns: 20 },
  );
  expect(found).toBeGreaterThan(100);
});

it('random folded searches have the groups, order and counts of a reference implementation', async () => {
  let folded = 0;
  await fc.assert(
    fc.asyncProperty(
      randomSearch,
      fc.integer({ min: 1, max: 100 }),
      async ({ terms, companyNames }, limit) => {
        const searchQuery = terms.map((term) => (term.includes(' ') ? `"${term}"` : term)).join(' ');
        const order = expectedOrder(terms, companyNames);
        const expected = foldInOrder(order);
        folded += order.length - expected.length;
        const response = await search({ searchQuery, companyNames, limit, duplicates: 'fold' });
        expect(response.ads.map(({ hash, similarAds }) => ({ hash, similarAds }))).toEqual(
          expected.slice(0, limit),
        );
        expect([response.total, response.totalAds]).toEqual([expected.length, order.length]);
      },
    ),
    { numRuns: 15 },
  );
  expect(folded).toBeGreaterThan(50);
});

it.each(['all', 'fold'] as const)(
  'pages have the same order as one list, with duplicates: %s',
  async (duplicates) => {
    const order = expectedOrder(['sale', 'free'], []);
    const expected = duplicates === 'all' ? order : foldInOrder(order);
    const read: string[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page = await search({ searchQuery: 'sale free', duplicates, limit: 9, cursor });
      read.push(...page.ads.map(({ hash }) => hash));
      cursor = page.nextCursor;
    }
    expect(read).toEqual(expected.map(({ hash }) => hash));
  },
);

/** @param duplicateKeys by hash: the order of groups with the same number of ads */
function byVariants(found: readonly Reference[], duplicateKeys: ReadonlyMap<string, number>): Reference[] {
  const place = ({ hash, group }: Reference) => ({
    ads: found.filter((other) => other.group === group).length,
    key: duplicateKeys.get(hash) ?? 0,
  });
  return found.toSorted((one, other) => {
    const [first, second] = [place(one), place(other)];
    return second.ads - first.ads || first.key - second.key || (one.hash < other.hash ? -1 : 1);
  });
}

it.each(['all', 'fold'] as const)(
  'pages by variants have the order of a reference implementation, with duplicates: %s',
  async (duplicates) => {
    const rows = await clickhouse.read<{ hash: string; key: number }>(
      'SELECT hash, duplicate_key AS key FROM ads FINAL',
    );
    const duplicateKeys = new Map(rows.map(({ hash, key }) => [hash, key]));
    const pageSize = fc.integer({ min: 20, max: 60 });
    await fc.assert(
      fc.asyncProperty(randomSearch, pageSize, async ({ terms, companyNames }, limit) => {
        const searchQuery = terms.map((term) => (term.includes(' ') ? `"${term}"` : term)).join(' ');
        const order = byVariants(expectedOrder(terms, companyNames), duplicateKeys);
        const expected = duplicates === 'all' ? order : foldInOrder(order);
        const read: { hash: string; similarAds?: number | undefined }[] = [];
        for (let cursor: number | null = 0; cursor !== null;) {
          const page = await search({
            searchQuery,
            companyNames,
            duplicates,
            limit,
            cursor,
            sortBy: 'variants',
          });
          read.push(...page.ads);
          cursor = page.nextCursor;
        }
        expect(read.map(({ hash }) => hash)).toEqual(expected.map(({ hash }) => hash));
        const similarAds = read.map((ad) => ad.similarAds ?? 0);
        expect(similarAds).toEqual(similarAds.toSorted((one, other) => other - one));
      }),
      { numRuns: 8 },
    );
  },
);

it('duplicatesOf finds the ads that a folded entry stands for', async () => {
  const response = await search({ duplicates: 'fold', limit: 100 });
  const entry = response.ads.toSorted((one, other) => (other.similarAds ?? 0) - (one.similarAds ?? 0))[0];
  if (entry?.similarAds === undefined) throw new Error('no entry is folded');
  expect(entry.similarAds).toBeGreaterThan(0);
  const similar = await search({ duplicatesOf: entry.hash, limit: 100 });
  expect(similar.ads).toHaveLength(entry.similarAds + 1);
  expect(
    similar.ads.every(({ advertiser }) => advertiser.advertiserId === entry.advertiser.advertiserId),
  ).toBe(true);
  const { group } = all.find(({ hash }) => hash === entry.hash) ?? { group: '' };
  expect(similar.ads.map(({ hash }) => hash).toSorted()).toEqual(
    all
      .filter((ad) => ad.group === group)
      .map(({ hash }) => hash)
      .toSorted(),
  );
  expect(await search({ duplicatesOf: 'f'.repeat(32) })).toMatchObject({ ads: [], total: 0 });
});

describe('with words', () => {
  const long = `Our story. ${'It is long and has many details. '.repeat(60)} It mentions a kayak once.`;
  beforeAll(async () => {
    const best = { reach: { value: 9_000_000 }, engagement: { likes: 90_000 }, startDate: '2020-01-01' };
    const seen = { lastConfirmedAt: new Date().toISOString() };
    await plainCatalog(clickhouse, db).recordAds(
      [
        openAd({ ...seen, ...best, key: 'meta:long', bodies: [long] }),
        openAd({
          ...seen,
          key: 'meta:headline',
          headlines: ['The folding kayak'],
          bodies: ['Fits in a bag.'],
        }),
        openAd({
          ...seen,
          key: 'meta:brand',
          advertiser: { name: 'Kayak Works' },
          bodies: ['Made by hand.'],
        }),
        openAd({ ...seen, key: 'meta:body', bodies: ['Paddle a kayak this summer.'] }),
        openAd({
          ...seen,
          key: 'meta:page',
          bodies: ['Go outside.'],
          landingPageUrl: 'https://a.example/kayak',
        }),
        openAd({ ...seen, key: 'meta:japanese', headlines: ['折りたたみカヤック'], bodies: ['水辺へ。'] }),
        openAd({
          ...seen,
          key: 'meta:japanese-long',
          bodies: [`${'水の上で過ごす一日。'.repeat(60)}カヤック`],
        }),
      ],
      { source: 'test', seenAt: new Date() },
    );
  });
  const order = async (searchQuery: string): Promise<string[]> =>
    (await search({ searchQuery })).ads.map(({ externalId }) => externalId);

  it('a long text that mentions a word once follows short ads about it, whatever its score', async () => {
    const { ads: found } = await search({ searchQuery: 'kayak' });
    expect(found.map(({ externalId }) => externalId)).toEqual(['brand', 'headline', 'body', 'long', 'page']);
    expect(found.find(({ externalId }) => externalId === 'long')?.performanceScore).toBeGreaterThan(90);
  });

  it('scripts without spaces are ranked by fields too', async () => {
    expect(await order('カヤック')).toEqual(['japanese', 'japanese-long']);
  });

  it('other orders ignore relevance', async () => {
    const { ads: found } = await search({ searchQuery: 'kayak', sortBy: 'likes' });
    expect(found[0]?.externalId).toBe('long');
  });
});

it('a sample of tokens is used for up to 3 % more recordings', () => {
  expect([0, 1, 2, 31, 63, 64, 65, 1000, 1023].map(roundDown)).toEqual([0, 1, 2, 31, 63, 64, 64, 992, 1008]);
  fc.assert(
    fc.property(fc.nat(), (recording) => {
      const rounded = roundDown(recording);
      expect(rounded).toBeLessThanOrEqual(recording);
      expect(recording - rounded).toBeLessThanOrEqual(recording / 32);
    }),
  );
});
