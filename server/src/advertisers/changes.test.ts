import { contract, maxListBytes, type OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adsByHash, findEvents } from '../ads/ads.sql.ts';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import type { Enrichment } from '../ads/enrichment.ts';
import { adHash } from '../ads/identity.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import { parseLandingPage } from '../ads/landingPage.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainDerived, plainEnrichment } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import {
  turnover,
  turnsOfAd,
  usesOfAd,
  type Part,
  type Turn,
  type Turnover,
} from '../testing/reference/changes.ts';
import { callBothWays, researchMemory } from '../testing/research.ts';
import type { AdMemory } from './memory/adMemory.ts';
import { createNameIndex } from './nameIndex.ts';
import { changesHandler } from './changes.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const enrichment: Enrichment = {
  ...plainEnrichment,
  derive: (facts) =>
    Promise.resolve(
      facts.map((each) => ({
        ...plainDerived(each),
        landingPage:
          each.landingPageUrl === null ? null : (parseLandingPage(each.landingPageUrl)?.page ?? null),
      })),
    ),
};

const today = '2026-03-01';
const picture = { type: 'image' as const, url: 'https://cdn.example/1.jpg' };

/** Sightings of an advertiser's ads by day. */
const sightings: Record<string, Record<string, Partial<OpenAdInput>>> = {
  '2026-01-10': {
    // Runs from before the range until after it.
    steady: {
      startDate: '2025-12-01',
      bodies: ['Always'],
      headlines: ['Hello'],
      landingPageUrl: 'https://www.acme.example/home/?utm_source=x',
    },
    // Ended within the range and not seen since.
    ending: {
      startDate: '2026-01-01',
      endDate: '2026-02-05',
      bodies: ['Old copy', 'Always'],
      landingPageUrl: 'https://acme.example/old',
    },
    // Ended before it was first seen, in imported history.
    history: { startDate: '2026-01-02', endDate: '2026-01-05', status: 'inactive', bodies: ['Returning'] },
    pausing: { startDate: '2026-01-03', status: 'active', headlines: ['On and off'] },
    moving: { startDate: '2026-01-04', bodies: ['Moving'], landingPageUrl: 'https://acme.example/a?x=1' },
    growing: { startDate: '2026-01-04', bodies: ['First'] },
    filled: { startDate: '2026-01-04' },
  },
  '2026-02-03': {
    fresh: {
      startDate: '2026-02-03',
      bodies: ['New copy', 'Always', '{{product.name}}'],
      headlines: ['Newest'],
      cards: [{ body: 'On a card', headline: 'Hello' }],
      landingPageUrl: 'http://acme.example/new#top',
      media: [picture],
    },
    // Without a start date, the first sighting is used.
    undated: { bodies: ['Returning'] },
    pausing: { status: 'inactive' },
    // Only tracking parameters differ: the page is the same.
    moving: { landingPageUrl: 'https://www.acme.example/a/?x=2' },
    growing: { bodies: ['First', 'Second'] },
    filled: { bodies: ['Known late'] },
  },
  '2026-02-08': {
    pausing: { status: 'active' },
    moving: { landingPageUrl: 'https://acme.example/b' },
  },
  '2026-02-20': { pausing: { status: 'inactive', endDate: '2026-02-18' } },
};

/** Ads that started before 1970, which is day zero in ClickHouse. */
const someMonth = fc.constantFrom('2026-02', '2026-02', '1969-12');
const someDayOf = (month: string) =>
  fc.integer({ min: 1, max: 28 }).map((day) => `${month}-${String(day).padStart(2, '0')}`);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const someTexts = fc.subarray(['One', 'Two', 'Three', '{{four}}']);
const someAddress = fc.constantFrom(
  'https://a.example/x?1',
  'http://www.a.example/x/',
  'https://a.example/y',
  'https://b.example',
);

/** In an export, any event may have changes. */
const someChange = fc.oneof(
  fc.record({ field: fc.constantFrom('bodies', 'headlines'), from: someTexts, to: someTexts }),
  fc.record({ field: fc.constant('landingPageUrl'), from: maybe(someAddress), to: someAddress }),
);
const someEvent = (month: string) =>
  fc.record({
    at: someDayOf(month),
    kind: fc.constantFrom('launched' as const, 'changed' as const, 'stopped' as const, 'revived' as const),
    changes: fc.uniqueArray(someChange, { maxLength: 3, selector: ({ field }) => field }),
  });

const someSighting = (month: string) =>
  fc.record({
    number: fc.integer({ min: 1, max: 4 }),
    capturedAt: someDayOf(month),
    ad: fc
      .record({
        startDate: maybe(someDayOf(month)),
        endDate: maybe(someDayOf(month)),
        status: maybe(fc.constantFrom('active' as const, 'inactive' as const)),
        bodies: someTexts,
        headlines: someTexts,
        cards: fc.array(
          fc.record({ body: maybe(fc.constantFrom('Two', 'Four')), headline: maybe(fc.constant('Five')) }),
          {
            maxLength: 2,
          },
        ),
        landingPageUrl: maybe(someAddress),
        events: maybe(fc.array(someEvent(month), { maxLength: 5 })),
      })
      .filter(
        ({ startDate, endDate }) => startDate === undefined || endDate === undefined || startDate <= endDate,
      ),
  });
const someDays = (month: string) =>
  fc
    .tuple(someDayOf(month), someDayOf(month))
    .map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one }));
const someStory = someMonth.chain((month) =>
  fc.tuple(fc.array(someSighting(month), { minLength: 5, maxLength: 25 }), someDays(month)),
);

type Story = typeof someStory extends fc.Arbitrary<infer Value> ? Value : never;

/** Two events of one recording in which the ad leaves a page. */
const storyOfOneRecording: Story = [
  [
    {
      number: 1,
      capturedAt: '2026-02-15',
      ad: {
        startDate: undefined,
        endDate: undefined,
        status: 'active',
        bodies: [],
        headlines: [],
        cards: [],
        landingPageUrl: 'https://b.example',
        events: [
          { at: '2026-02-22', kind: 'revived', changes: [] },
          {
            at: '2026-02-25',
            kind: 'stopped',
            changes: [
              {
                field: 'landingPageUrl',
                from: 'https://a.example/y',
                to: 'http://www.a.example/x/',
              },
            ],
          },
        ],
      },
    },
    {
      number: 1,
      capturedAt: '2026-02-25',
      ad: {
        startDate: undefined,
        endDate: undefined,
        status: 'active',
        bodies: [],
        headlines: [],
        cards: [],
        landingPageUrl: 'http://www.a.example/x/',
        events: [],
      },
    },
  ],
  { from: '2026-02-04', to: '2026-02-28' },
];

async function plainChanges(
  clickhouse: ClickHouseEngine,
  hashes: string[],
  days: { from: string; to: string },
) {
  const [ads, events] = await Promise.all([adsByHash(clickhouse, hashes), findEvents(clickhouse, hashes)]);
  const watched = ads.map((ad) => ({ ad, events: events.filter(({ hash }) => hash === ad.hash) }));
  const turns = watched.flatMap((each) =>
    turnsOfAd(each, today).map(({ kind, day }) => ({ hash: each.ad.hash, kind, day })),
  );
  const within = turns.filter(({ day }) => day >= days.from && day <= days.to);
  const ofKind = (kind: Turn['kind']): Turned[] =>
    within
      .filter((turn) => turn.kind === kind)
      .map(({ hash, day }) => ({ hash, at: day }))
      .toSorted((one, other) =>
        one.at === other.at ? compareUtf8(one.hash, other.hash) : compareUtf8(other.at, one.at),
      );
  const changed = (part: Part) =>
    turnover(
      watched.flatMap((each) => usesOfAd(each, part, days.to, today)),
      days,
    );
  return {
    launched: ofKind('launched'),
    stopped: ofKind('stopped'),
    revived: ofKind('revived'),
    copies: changed('bodies'),
    headlines: changed('headlines'),
    landingPages: changed('pages'),
  };
}

interface Turned {
  readonly hash: string;
  readonly at: string;
}

function turned({ ads }: { ads: readonly Turned[] }): Turned[] {
  return ads.map(({ hash, at }) => ({ hash, at }));
}

interface Sides<Entry> {
  readonly added: { readonly entries: readonly Entry[] };
  readonly dropped: { readonly entries: readonly Entry[] };
}

function withValues<Entry extends { at: string; adCount: number }>(
  { added, dropped }: Sides<Entry>,
  valueOf: (entry: Entry) => string,
): ReturnType<typeof turnover> {
  const plain = (entry: Entry): Turnover => ({
    value: valueOf(entry),
    at: entry.at,
    adCount: entry.adCount,
  });
  return { added: added.entries.map(plain), dropped: dropped.entries.map(plain) };
}

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('changes on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  let memory: AdMemory;
  const record = (day: string, ads: Record<string, Partial<OpenAdInput>>) =>
    catalog.recordAds(
      Object.entries(ads).map(([name, ad]) => openAd({ ...ad, key: `meta:${name}` })),
      { source: 'test', seenAt: new Date(`${day}T08:00:00Z`) },
    );
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    catalog = createCatalog({ clickhouse, db, enrichment, embedder: null });
    memory = researchMemory(clickhouse, catalog);
    for (const [day, ads] of Object.entries(sightings)) await record(day, ads);
  });
  afterAll(() => clickhouse.close());

  const changes = (dateFrom: string, dateTo: string, companyName = 'Acme') =>
    callBothWays(
      contract.brandSpy.getChanges,
      changesHandler,
      {
        clickhouse,
        names: createNameIndex({ clickhouse, newestRecording: catalog.recordings.newest }),
        newestRecording: catalog.recordings.newest,
        today: () => today,
        siteAddress: () => 'https://magpie.example',
        tagDefinitions: [],
        memory,
      },
      { companyName, dateFrom, dateTo },
    );
  type Answer = Awaited<ReturnType<typeof changes>>;

  const names = new Map(
    Object.values(sightings)
      .flatMap((ads) => Object.keys(ads))
      .map((name) => [adHash(`meta:${name}`), name]),
  );
  const hashesAndDays = ({ total, ads }: Answer['stopped']): string[] => {
    expect(ads).toHaveLength(total);
    return ads.map(({ hash, at }) => `${at} ${names.get(hash)}`);
  };
  const turns = async (from: string, to: string) => {
    const { launched, stopped, revived } = await changes(from, to);
    return {
      launched: hashesAndDays(launched),
      stopped: hashesAndDays(stopped),
      revived: hashesAndDays(revived),
    };
  };

  it('list launched, stopped and revived ads by day, newest first', async () => {
    const { launched } = await changes('2026-02-01', '2026-02-28');
    expect(launched.evidence).toEqual({ kind: 'estimated', ads: 2, publishedStarts: 1 });
    expect(await turns('2026-02-01', '2026-02-28')).toEqual({
      launched: ['2026-02-03 fresh', '2026-02-03 undated'],
      stopped: ['2026-02-18 pausing', '2026-02-05 ending', '2026-02-03 pausing'],
      revived: ['2026-02-08 pausing'],
    });
  });

  it('use the original dates of imported history', async () => {
    expect(await turns('2026-01-02', '2026-01-05')).toEqual({
      launched: [
        // Sorted by hash within a day.
        '2026-01-04 moving',
        '2026-01-04 growing',
        '2026-01-04 filled',
        '2026-01-03 pausing',
        '2026-01-02 history',
      ],
      stopped: ['2026-01-05 history'],
      revived: [],
    });
  });

  it('count a stop in imported history once', async () => {
    const change = (field: string) => ({ field, from: ['before'], to: ['after'] });
    await record('2026-02-20', {
      imported: {
        advertiser: { name: 'Imported' },
        status: 'active',
        events: [
          { at: '2026-02-01', kind: 'launched', changes: [] },
          { at: '2026-02-05', kind: 'stopped', changes: ['headlines', 'bodies', 'reach'].map(change) },
          { at: '2026-02-07', kind: 'revived', changes: ['headlines', 'bodies'].map(change) },
        ],
      },
    });
    const { stopped, revived } = await changes('2026-02-01', '2026-02-28', 'Imported');
    expect([stopped.total, revived.total]).toEqual([1, 1]);
  });

  it('include days before 1970, also in repeated queries', async () => {
    const old = { startDate: '1955-05-05', endDate: '1956-06-06', bodies: ['Sanforized'] };
    await record('2026-02-20', { old: { ...old, advertiser: { name: 'Long ago' } } });
    for (let time = 0; time < 6; time += 1) {
      const { stopped, copies } = await changes('1955-01-01', '1956-12-31', 'Long ago');
      expect(stopped.ads.map(({ at }) => at)).toEqual(['1956-06-06']);
      expect(copies.added.entries).toEqual([{ body: 'Sanforized', at: '1955-05-05', adCount: 1 }]);
      expect(copies.dropped.entries).toEqual([{ body: 'Sanforized', at: '1956-06-06', adCount: 1 }]);
    }
  });

  it('shortens long copies so that the response stays below 4 MB', async () => {
    const bodies = Array.from({ length: 90 }, (_, place) => `${place} ${'界'.repeat(19_000)}`);
    const wordy = { advertiser: { name: 'Wordy' }, startDate: '2026-02-01', endDate: '2026-02-02', bodies };
    await record('2026-02-20', { wordy });
    const answer = await changes('2026-02-01', '2026-02-28', 'Wordy');
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(maxListBytes);
    for (const { total, entries } of [answer.copies.added, answer.copies.dropped]) {
      expect([total, entries.length]).toEqual([90, 90]);
      for (const entry of entries) expect(entry).toMatchObject({ shortened: ['body'] });
    }
  });

  it('show the headline and thumbnail of an ad', async () => {
    const { launched } = await changes('2026-02-03', '2026-02-03');
    expect(launched.ads).toContainEqual({
      hash: adHash('meta:fresh'),
      at: '2026-02-03',
      headline: 'Newest',
      thumbnailUrl: picture.url,
    });
  });

  it('list added texts and pages', async () => {
    const { copies, headlines, landingPages } = await changes('2026-02-01', '2026-02-28');
    expect(copies.added).toEqual({
      total: 3,
      entries: [
        { body: 'New copy', at: '2026-02-03', adCount: 1 },
        { body: 'On a card', at: '2026-02-03', adCount: 1 },
        { body: 'Second', at: '2026-02-03', adCount: 1 },
      ],
    });
    expect(headlines.added).toEqual({
      total: 1,
      entries: [{ headline: 'Newest', at: '2026-02-03', adCount: 1 }],
    });
    expect(landingPages.added).toEqual({
      total: 2,
      entries: [
        { url: 'https://acme.example/b', at: '2026-02-08', adCount: 1 },
        { url: 'https://acme.example/new', at: '2026-02-03', adCount: 1 },
      ],
    });
  });

  it('list dropped texts and pages that no running ad uses', async () => {
    const { copies, headlines, landingPages } = await changes('2026-02-01', '2026-02-28');
    expect(copies.dropped.entries).toEqual([{ body: 'Old copy', at: '2026-02-05', adCount: 1 }]);
    expect(headlines.dropped.entries).toEqual([{ headline: 'On and off', at: '2026-02-18', adCount: 1 }]);
    expect(landingPages.dropped.entries).toEqual([
      { url: 'https://acme.example/a', at: '2026-02-08', adCount: 1 },
      { url: 'https://acme.example/old', at: '2026-02-05', adCount: 1 },
    ]);
  });

  it('are as of the end of the range, also for values that return later', async () => {
    const early = await changes('2026-01-01', '2026-01-31');
    expect(early.copies.dropped.entries).toEqual([{ body: 'Returning', at: '2026-01-05', adCount: 1 }]);
    const pause = await changes('2026-02-01', '2026-02-07');
    expect(pause.headlines.dropped.entries).toEqual([
      { headline: 'On and off', at: '2026-02-03', adCount: 1 },
    ]);
    const both = await changes('2026-01-01', '2026-02-09');
    expect(both.headlines.dropped.entries).toEqual([]);
    expect(both.copies.dropped.entries.map(({ body }) => body)).toEqual(['Old copy']);
  });

  it('count a text from the first day of the ad if none was known before', async () => {
    const { copies } = await changes('2026-01-04', '2026-01-04');
    expect(copies.added.entries.map(({ body }) => body)).toEqual(['First', 'Known late', 'Moving']);
  });

  it('are empty for days without changes and for future days', async () => {
    const nothing = { added: { total: 0, entries: [] }, dropped: { total: 0, entries: [] } };
    const none = { total: 0, ads: [] };
    await record('2026-02-20', {
      planned: { advertiser: { name: 'Later' }, startDate: '2026-03-05', bodies: ['Soon'] },
    });
    expect(await changes('2026-02-10', '2026-12-31T12:00:00Z', 'later')).toEqual({
      companyName: 'Later',
      from: '2026-02-10',
      to: '2026-12-31',
      launched: { ...none, evidence: { kind: 'measured', ads: 0, publishedStarts: 0 } },
      stopped: none,
      revived: none,
      copies: nothing,
      headlines: nothing,
      landingPages: nothing,
    });
  });

  it('list the newest 100 and count all', async () => {
    const many = Array.from({ length: 120 }, (_, index) => [
      `many ${index}`,
      {
        advertiser: { name: 'Many' },
        startDate: '2026-02-01',
        bodies: [`Copy ${String(index).padStart(3, '0')}`],
      },
    ]);
    await record('2026-02-20', Object.fromEntries(many) as Record<string, Partial<OpenAdInput>>);
    const { launched, copies } = await changes('2026-02-01', '2026-02-28', 'Many');
    expect([launched.total, copies.added.total]).toEqual([120, 120]);
    const hashes = launched.ads.map(({ hash }) => hash);
    expect(hashes).toHaveLength(100);
    expect(hashes).toEqual(hashes.toSorted());
    expect(copies.added.entries.at(-1)).toEqual({ body: 'Copy 099', at: '2026-02-01', adCount: 1 });
  });

  it('match a reference implementation over ads and events', async () => {
    // The queries are the same on each engine.
    const stories = [storyOfOneRecording, ...fc.sample(someStory, lane === 'embedded' ? 24 : 6)];
    const seen = stories.flatMap(([sighted], index) =>
      sighted.map(({ ad, number, capturedAt }) =>
        openAd({
          ...ad,
          capturedAt,
          key: `meta:${index} ${number}`,
          advertiser: { name: `Random ${index}` },
        }),
      ),
    );
    const inOrder = seen.toSorted((one, other) =>
      String(one.capturedAt).localeCompare(String(other.capturedAt)),
    );
    await catalog.recordAds(inOrder, { source: 'test', seenAt: new Date() });
    for (const [index, [sighted, days]] of stories.entries()) {
      const keys = new Set(sighted.map(({ number }) => `meta:${index} ${number}`));
      const answer = await changes(days.from, days.to, `Random ${index}`);
      const found = {
        launched: turned(answer.launched),
        stopped: turned(answer.stopped),
        revived: turned(answer.revived),
        copies: withValues(answer.copies, ({ body }) => body),
        headlines: withValues(answer.headlines, ({ headline }) => headline),
        landingPages: withValues(answer.landingPages, ({ url }) => url.slice('https://'.length)),
      };
      const expected = await plainChanges(clickhouse, [...keys].map(adHash), days);
      expect(found, JSON.stringify({ sighted, days })).toEqual(expected);
    }
  });

  it('give 404 with a suggestion for an unknown advertiser', async () => {
    await expect(changes('2026-02-01', '2026-02-28', 'Acmee')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { suggestions: expect.arrayContaining(['Acme']) },
    });
  });

  it.each([
    ['no range', { companyName: 'Acme' }],
    ['no end', { companyName: 'Acme', dateFrom: '2026-02-01' }],
    ['an end before the beginning', { companyName: 'Acme', dateFrom: '2026-02-02', dateTo: '2026-02-01' }],
    ['a day that does not exist', { companyName: 'Acme', dateFrom: '2026-02-01', dateTo: '2026-02-30' }],
  ])('require a valid date range: not %s', (_, input) => {
    expect(contract.brandSpy.getChanges.input.safeParse(input).success).toBe(false);
  });
});
