import { contract, testedParts, type OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { testsHandler } from './creativeTests.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
const today = dayOf(100);

const rest = 'Free returns for a year, and a bed that arrives rolled up.';
const ended = (hook: string, days: number, more: Partial<OpenAdInput> = {}): Partial<OpenAdInput> => ({
  advertiser: { name: 'Acme' },
  bodies: [`${hook}\n${rest}`],
  headlines: ['The bed in a box'],
  landingPageUrl: 'https://acme.example/bed',
  ctaText: 'Shop now',
  countries: ['DE'],
  status: 'inactive',
  startDate: dayOf(1),
  endDate: dayOf(1 + days),
  firstSeenAt: dayOf(1),
  lastSeenAt: dayOf(1 + days),
  ...more,
});

const ads: NamedAds = {
  short: ended('Still awake at three in the morning?', 6),
  long: ended('Still awake at five in the morning?', 61),
  middle: ended('Sleep is not a luxury, it is a need.', 9, { startDate: dayOf(2) }),
  // Another landing page too, so it is not an arm.
  otherPage: ended('Your back will thank you for it.', 9, { landingPageUrl: 'https://acme.example/sofa' }),
  // The day of its launch is not known.
  unknownStart: ended('Wake up rested, every single day.', 9, { startDate: null }),
  nothingElse: {
    advertiser: { name: 'Alone' },
    bodies: ['One text.'],
    startDate: dayOf(1),
    firstSeenAt: dayOf(1),
  },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('the tests of an advertiser on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today, seenAt: dayOf(99) });
    await index.record(ads);
  });
  afterAll(() => index.close());

  const listTests = (companyName: string, more: object = {}) =>
    callBothWays(contract.brandSpy.listTests, testsHandler, index.parts, { companyName, ...more });

  it('have arms with what differs word by word, and an outcome', async () => {
    const { tests, total, evidence } = await listTests('acme');
    expect({ total, evidence }).toEqual({
      total: 1,
      evidence: { kind: 'measured', ads: 4, notUsed: 1, libraries: ['meta'] },
    });
    expect(tests[0]).toMatchObject({
      differs: 'hook',
      launchedFrom: dayOf(1),
      launchedTo: dayOf(2),
      shared: {
        headline: 'The bed in a box',
        hook: null,
        callToAction: 'Shop now',
        landingPage: 'https://acme.example/bed',
        audience: 'DE',
        picture: null,
      },
      outcome: 'clear',
      notCompared: ['targeting', 'picture', 'format', 'platforms'],
    });
    const [best, second, third] = tests[0]?.arms ?? [];
    expect(best).toMatchObject({
      value: 'Still awake at five in the morning?',
      daysRunning: 61,
      daysRunningKind: 'exact',
      end: 'ended',
      adCount: 1,
      ads: [{ hash: adHash('meta:long'), status: 'inactive', daysRunning: 61, daysRunningKind: 'exact' }],
    });
    expect([second?.daysRunning, third?.daysRunning]).toEqual([8, 6]);
    expect(third?.words.filter(({ isShared }) => !isShared)).toEqual([{ text: 'three', isShared: false }]);
  });

  it('are of one format and on the same platforms', async () => {
    const shown = (type: 'image' | 'video', more: Partial<OpenAdInput> = {}) =>
      ended('Sleep well.', 6, {
        advertiser: { name: 'Formats' },
        platforms: ['facebook'],
        format: type,
        media: [{ type, url: 'https://pictures.example/bed' }],
        ...more,
      });
    await index.record({
      image: shown('image', { ctaText: 'Shop now', endDate: dayOf(62) }),
      video: shown('video', { ctaText: 'Learn more' }),
      elsewhere: shown('image', { ctaText: 'Order', platforms: ['facebook', 'instagram'] }),
    });
    expect((await listTests('formats')).tests).toEqual([]);
    await index.record({ second: shown('video', { ctaText: 'Order' }) });
    const { tests } = await listTests('formats');
    expect(tests).toMatchObject([{ differs: 'callToAction', arms: [{ adCount: 1 }, { adCount: 1 }] }]);
    expect(tests[0]?.notCompared).not.toContain('format');
  });

  it('can differ in whom their sources say they are for', async () => {
    const young: OpenAdInput['targeting'] = { ages: ['18-34'], genders: ['female'], countries: ['DE'] };
    const targeted = (targeting: OpenAdInput['targeting'], days: number) =>
      ended('Sleep well.', days, { advertiser: { name: 'Targets' }, countries: ['AT', 'DE'], targeting });
    await index.record({
      young: targeted(young, 30),
      old: targeted({ ...young, ages: ['35-65'], places: ['Kiel'], excluded: ['Students'] }, 6),
      unknown: ended('Sleep well.', 6, { advertiser: { name: 'Targets' } }),
    });
    const { tests } = await listTests('targets');
    expect(tests).toMatchObject([{ differs: 'audience', notCompared: ['picture', 'format', 'platforms'] }]);
    expect(tests[0]?.arms.map(({ value }) => value)).toEqual([
      'DE; 18-34; female',
      'DE; 35-65; female; Kiel; without Students',
    ]);
    expect(tests[0]?.shared).toMatchObject({ hook: 'Sleep well.', audience: null });
  });

  it('can differ in the picture, where the pictures were read', async () => {
    const [one, near, other] = ['0'.repeat(64), `7fffffff${'0'.repeat(56)}`, 'f'.repeat(64)];
    const shown = (name: string, more: Partial<OpenAdInput> = {}) =>
      ended('Sleep well.', 6, {
        advertiser: { name: 'Pictures' },
        platforms: ['facebook'],
        format: 'image',
        media: [{ type: 'image', url: `https://pictures.example/${name}.jpg` }],
        ...more,
      });
    await index.record({
      one: shown('one', { endDate: dayOf(62) }),
      near: shown('near'),
      other: shown('other'),
      sameFile: shown('other'),
      unread: shown('unread'),
      otherHook: shown('hook', { bodies: [`Wake up rested.\n${rest}`] }),
    });
    const pictures = { one, near, other, otherHook: one };
    await index.addPictures(
      Object.entries(pictures).map(([name, pdq]) => ({ hash: adHash(`meta:${name}`), pdq, innerPdq: null })),
    );
    const { tests } = await listTests('pictures');
    const byPart = Object.fromEntries(tests.map((test) => [test.differs, test]));
    expect(tests.map(({ differs }) => differs).toSorted()).toEqual(['hook', 'picture']);
    expect(byPart['picture']).toMatchObject({
      shared: { hook: 'Sleep well.', picture: null },
      arms: [
        { value: one, words: [], adCount: 2 },
        { value: other, words: [], adCount: 2 },
      ],
      outcome: 'clear',
      notCompared: ['targeting'],
    });
    expect(byPart['hook']).toMatchObject({
      shared: { picture: one },
      arms: [{ adCount: 2 }, { adCount: 1 }],
      notCompared: ['targeting'],
    });
  });

  it('are none where nothing differs in one part', async () => {
    expect(await listTests('alone')).toEqual({
      tests: [],
      total: 0,
      evidence: { kind: 'measured', ads: 1, notUsed: 0, libraries: ['meta'] },
      nextCursor: null,
      hasMore: false,
    });
  });

  it('of an unknown advertiser are an error', async () => {
    await expect(listTests('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are the same in memory and in ClickHouse, on pages of any size', async () => {
    const one = fc.constantFrom('One', 'Two');
    const someAd = fc.record({
      headlines: one.map((text) => [text]),
      bodies: one.map((text) => [`${text} is the first line of it.\n${rest}`]),
      ctaText: fc.constantFrom('Shop now', 'Learn more', null),
      landingPageUrl: fc.constantFrom('https://random.example/one', 'https://random.example/two'),
      countries: fc.constantFrom(['DE'], ['DE', 'FR'], []),
      targeting: fc.constantFrom({ ages: ['18-34'] }, { ages: ['18-34'], countries: ['DE'] }, null),
      startDate: fc.integer({ min: 1, max: 60 }).map(dayOf),
      firstSeenAt: fc.constant(dayOf(61)),
      lastSeenAt: fc.integer({ min: 62, max: 100 }).map(dayOf),
      status: fc.constantFrom('active' as const, 'inactive' as const, null),
    });
    const random = fc
      .sample(someAd, 200)
      .map((ad, at) => [`random-${at}`, { advertiser: { name: 'Random' }, ...ad }]);
    await index.record(Object.fromEntries(random));
    const pictures = fc.sample(fc.constantFrom('0', '1', 'f', null), random.length);
    await index.addPictures(
      random.flatMap((_, at) => {
        const digit = pictures[at] ?? null;
        return digit === null
          ? []
          : [{ hash: adHash(`meta:random-${at}`), pdq: digit.repeat(64), innerPdq: null }];
      }),
    );
    const all = await listTests('random', { limit: 100 });
    expect(new Set(all.tests.map(({ differs }) => differs))).toEqual(new Set(testedParts));
    const paged: unknown[] = [];
    let cursor: number | null | undefined;
    while (cursor !== null) {
      const page = await listTests('random', { limit: 7, ...(cursor !== undefined && { cursor }) });
      paged.push(...page.tests);
      cursor = page.nextCursor;
    }
    expect(paged.slice(0, 100)).toEqual(all.tests);
    expect(paged).toHaveLength(all.total);
  });
});
