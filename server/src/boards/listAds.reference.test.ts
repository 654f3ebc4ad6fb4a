import { contract, format, platform, type Ad, type SavedAd } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAliases } from '../ads/aliases.ts';
import { advertiserId } from '../ads/identity.ts';
import { noRank } from '../ads/percentiles.ts';
import { presentMeasurements } from '../ads/presentation.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import { unranked } from '../testing/catalog.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { expectedList, type ListInput, type ReferenceCopy } from '../testing/reference/savedAds.ts';
import { presentedAd, site } from '../testing/savedAd.ts';
import { noIndex } from '../testing/service.ts';
import { filterValuesHandler, listHandler } from './listAds.ts';
import { toCopyMeasurements, type MeasuredAd } from './measurements.ts';
import { writeMeasured } from './measurements.sql.ts';
import { completeAd, saveAd } from './saveAd.ts';
import { deleteCopy } from './savedAds.sql.ts';
import { transferAds } from './teamBoards.sql.ts';

/** Ann has two boards of her own and sees those of two teams; the last one is Ben's alone. */
const boards = [
  { id: 1, authorId: 'ann', teamId: null, scope: 'user:ann' },
  { id: 2, authorId: 'ann', teamId: null, scope: 'user:ann' },
  { id: 3, authorId: 'ben', teamId: 1, scope: 'team:1' },
  { id: 4, authorId: 'ben', teamId: 2, scope: 'team:2' },
  { id: 5, authorId: 'ben', teamId: null, scope: 'user:ben' },
] as const;
const annSees = ['user:ann', 'team:1', 'team:2'];
const followed = ['Acme', 'Crème & Co'];

interface Saving {
  readonly ad: Ad;
  readonly savedAt: Date;
  readonly board: (typeof boards)[number];
}

const caller: Caller = {
  userId: 'ann',
  isOwner: false,
  scopes: new Set(['read']),
  credential: { id: '', secret: '' },
};

/** All ads of the index here have ended, so that nothing depends on the day. */
const today = '2026-04-01';

function copiesAfter(savings: readonly Saving[], index: readonly MeasuredAd[]): ReferenceCopy[] {
  const current = new Map(index.map((row) => [row.hash, { ...presentMeasurements(row, today), ...noRank }]));
  const copies = new Map<string, ReferenceCopy & { boardIds: number[] }>();
  for (const { ad, savedAt, board } of savings) {
    const scope = annSees.indexOf(board.scope);
    if (scope === -1) continue;
    const key = `${scope} ${ad.hash}`;
    const copy = copies.get(key) ?? { scope, ad, current: current.get(ad.hash), savedAt, boardIds: [] };
    if (!copy.boardIds.includes(board.id)) copy.boardIds.push(board.id);
    copies.set(key, copy);
  }
  return [...copies.values()];
}

const texts = [
  'Free shipping',
  'FREE fast shipping',
  'Crème brûlée',
  'e-mail us',
  'the mail',
  '50% off',
  '500 off',
  'a_b',
  'aXb',
  String.raw`C:\dir`,
  'Book, okay?',
  "Don't",
  '全场免运费，限时',
  'iphone手机',
  '할인을 받으세요',
  'СКИДКА today',
];
const words =
  String.raw`free FREE ship "free shipping" "free ship" "fast shipping" creme BRÛL e-mail mail 50% % _ a_b \ %% ok oo k
  don't 免 运费 "免运费" 手机 iphone "iphone" 할인 скид ид tents.example/tw // acm xyz '`.match(
    /"[^"]+"|\S+/g,
  ) ?? [''];
const someOf = <Value>(...values: readonly Value[]): fc.Arbitrary<Value[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 1 });
const known = <Value>(...values: readonly Value[]): fc.Arbitrary<Value | null> =>
  fc.option(fc.constantFrom(...values));

const days = ['2025-12-31', '2026-01-05', '2026-01-06'];
const firstSeen = ['2026-01-05T10:00:00.000Z', '2026-01-06T23:59:59.999Z'];
const names = fc.nat(25).map(String);
const ads: fc.Arbitrary<Ad> = fc
  .record({
    name: names,
    companyName: fc.constantFrom('Acme', 'Crème & Co', 'Zenith'),
    platforms: someOf(...platform.options),
    format: fc.constantFrom(...format.options),
    adType: known('offer', 'event'),
    language: known('en', 'de'),
    ctaText: known('Shop Now', 'Learn more'),
    ctaType: known('SHOP_NOW', 'learn more'),
    isPartnership: fc.boolean(),
    headlines: someOf(...texts),
    bodies: someOf(...texts),
    description: known(...texts),
    landingPageUrl: known('https://tents.example/two', 'https://example.com/%C3%A9'),
    cards: fc.array(
      fc.constantFrom(...texts).map((body) => ({
        headline: null,
        body,
        description: null,
        ctaText: null,
        landingPageUrl: null,
        media: [],
      })),
      { maxLength: 1 },
    ),
    startDate: known(...days),
    firstSeenAt: fc.constantFrom(...firstSeen),
    reach: known(0, 10, 1000.5).map((value) => ({ value, lower: null, upper: null, kind: null })),
    likes: known(0, 3, 7),
    comments: known(0, 3),
    performanceScore: fc.constantFrom(0, 40, 99.75),
  })
  .map(({ name, ...ad }) => presentedAd(name, ad));

/** Measurements of the index for some of them. */
const measured: fc.Arbitrary<MeasuredAd> = fc.record({
  hash: names.map((name) => presentedAd(name).hash),
  status: fc.constantFrom('active', 'inactive', null),
  start_date: known(...days),
  end_date: fc.constantFrom('2026-01-20', '2026-03-03'),
  first_seen_at: fc.constantFrom(...firstSeen),
  last_seen_at: fc.constant('2026-03-04T00:00:00.000Z'),
  last_confirmed_at: known('2026-03-04T00:00:00.000Z'),
  freshness_days: fc.constantFrom(1, 14),
  reach: known(0, 10, 1000.5, 2_000_000),
  reach_lower: known(0, 10),
  reach_upper: known(1000),
  reach_kind: known('reported', 'range', 'estimated'),
  captured_reach: known(7),
  captured_at: known('2026-03-03T00:00:00.000Z'),
  likes: known(0, 3, 7),
  comments: known(0, 3),
  shares: known(1),
  rank_country: known('DE'),
});

const savings: fc.Arbitrary<Saving> = fc.record({
  ad: ads,
  savedAt: fc.constantFrom(new Date('2026-02-01T00:00:00Z'), new Date('2026-03-03T12:00:00Z')),
  board: fc.constantFrom(...boards),
});

const times = [...days, '2026-01-05T10:00:00Z', '2026-01-06T23:59:59.999Z'];
const inputs: fc.Arbitrary<ListInput> = fc
  .record({
    searchQuery: maybe(
      fc
        .array(fc.tuple(fc.constantFrom('', '', '-'), fc.constantFrom(...words)), { maxLength: 2 })
        .map((terms) => terms.map(([minus, word]) => `${minus}${word}`).join(' ')),
    ),
    boardId: maybe(fc.constantFrom(1, 2, 3, 4, 'ALL' as const)),
    platforms: maybe(someOf(...platform.options)),
    formats: maybe(someOf(...format.options)),
    companyNames: maybe(fc.oneof(someOf('ACME', 'zenith', 'nobody'), fc.constant('FOLLOWED' as const))),
    adTypes: maybe(someOf('offer', 'event')),
    languages: maybe(someOf('EN', 'de', 'de-AT')),
    ctaTypes: maybe(someOf('SHOP NOW', 'shop_now', 'Learn More')),
    isPartnership: maybe(fc.boolean()),
    viewsMin: maybe(fc.constantFrom(0, 10)),
    viewsMax: maybe(fc.constantFrom(10, 1000.5)),
    dateFrom: maybe(fc.constantFrom(...times)),
    dateTo: maybe(fc.constantFrom(...times)),
    sortBy: maybe(fc.constantFrom('recommended', 'date', 'views', 'likes', 'comments', 'daysRunning')),
  })
  // Few filters at once, since most combinations match nothing.
  .chain((input) => fc.subarray(Object.keys(input), { maxLength: 5 }).map((fields) => pick(input, fields)))
  .filter((input) => contract.ads.list.input.safeParse(input).success);

function pick(input: object, fields: readonly string[]): ListInput {
  return Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name)));
}

/** Filters whose totals are counted as ads change. */
const countedInputs: fc.Arbitrary<ListInput> = fc
  .record({
    platforms: someOf(...platform.options),
    formats: someOf(...format.options),
    adTypes: someOf('offer', 'event'),
    languages: someOf('en', 'de'),
    isPartnership: fc.boolean(),
  })
  .chain((input) => fc.subarray(Object.keys(input), { minLength: 1 }).map((fields) => pick(input, fields)));

function hasValues(
  { platforms, formats, adTypes, languages, isPartnership }: ListInput,
  copy: Readonly<Record<'format', string> & Record<'adType' | 'language', string | null>> & {
    readonly platforms: readonly string[];
    readonly isPartnership: boolean;
  },
): boolean {
  const isOneOf = (wanted: readonly string[] | undefined, values: readonly (string | null)[]): boolean =>
    wanted === undefined ||
    wanted.length === 0 ||
    values.some((value) => wanted.some((one) => one === value));
  return (
    isOneOf(platforms, copy.platforms) &&
    isOneOf(formats, [copy.format]) &&
    isOneOf(adTypes, [copy.adType]) &&
    isOneOf(languages, [copy.language]) &&
    (isPartnership !== true || copy.isPartnership)
  );
}

function sumOf(numbers: Readonly<Record<string, number>>): number {
  return Object.values(numbers).reduce((total, each) => total + each, 0);
}

describe.each(postgresLanes)('ads.list on $name', (lane) => {
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    await db.query(
      `INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com'), ('ben', 'ben@example.com')`,
    );
    await db.query(`INSERT INTO teams (name, slug) VALUES ('One', 'one'), ('Two', 'two')`);
    await db.query(
      `INSERT INTO team_members (team_id, user_id, email, role, joined_at)
       VALUES (1, 'ann', 'a', 'viewer', now()), (2, 'ann', 'a', 'member', now())`,
    );
    for (const { id, authorId, teamId } of boards) {
      await db.query(`INSERT INTO boards (author_id, team_id, name, position) VALUES ($1, $2, 'Board', $3)`, [
        authorId,
        teamId,
        id,
      ]);
    }
    for (const name of followed) {
      await db.query(`INSERT INTO follows (user_id, advertiser_id, name) VALUES ('ann', $1, $2)`, [
        advertiserId(name),
        name,
      ]);
    }
  });
  afterAll(() => db.close());
  const empty = async (): Promise<void> => {
    await db.query('DELETE FROM saved_ads');
    await db.query('DELETE FROM forgotten_ads');
  };
  beforeEach(empty);

  const save = ({ ad, savedAt, board }: Saving): Promise<unknown> =>
    db.transaction((tx) => saveAd(tx, board, ad, { savedAt }));
  const measure = (rows: readonly MeasuredAd[]): Promise<void> =>
    writeMeasured(
      db,
      rows.map((row) => toCopyMeasurements(row, today)),
    );
  const readCopies = () =>
    db.query<{
      id: number;
      hash: string;
      scope: string;
      savedAt: Date;
      platforms: string[];
      format: string;
      adType: string | null;
      language: string | null;
      cta: string | null;
      companyName: string;
      isPartnership: boolean;
    }>(
      `SELECT id, ad_hash AS hash, scope, saved_at AS "savedAt", platforms, format, ad_type AS "adType", language, cta,
         company_name AS "companyName", is_partnership AS "isPartnership"
       FROM saved_ads ORDER BY id`,
    );
  const context = {
    caller,
    address: '127.0.0.1',
    afterCommit: () => undefined,
    markPrivate: () => undefined,
    newestRecording: () => 0,
  };
  const aliases = createAliases({ ...context, clickhouse: noIndex });
  const list = async (input: ListInput) => {
    const call = { ...context, db, input: contract.ads.list.input.parse(input) };
    return contract.ads.list.output.parse(
      await listHandler({ clickhouse: noIndex, aliases, siteAddress: () => site, readRanking: unranked })(
        call,
      ),
    );
  };
  const walk = async (input: ListInput, limit: number): Promise<SavedAd[]> => {
    const seen: SavedAd[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page = await list({ ...input, limit, cursor });
      expect(page.hasMore).toBe(page.nextCursor !== null);
      seen.push(...page.ads);
      cursor = page.nextCursor;
    }
    return seen;
  };

  it('matches a reference implementation, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(savings, { minLength: 20, maxLength: 40 }),
        fc.uniqueArray(measured, { selector: ({ hash }) => hash, maxLength: 20 }),
        fc.array(fc.tuple(inputs, fc.integer({ min: 2, max: 9 })), { minLength: 25, maxLength: 25 }),
        async (saved, index, requests) => {
          await empty();
          for (const saving of saved) await save(saving);
          await measure(index);
          for (const [input, limit] of requests) {
            const expected = expectedList(copiesAfter(saved, index), followed, input);
            const first = await list({ ...input, limit: 100 });
            expect(first, JSON.stringify(input)).toEqual({
              ads: expected,
              total: expected.length,
              hasMore: false,
              nextCursor: null,
            });
            expect(await walk(input, limit), JSON.stringify(input)).toEqual(expected);
          }
        },
      ),
      { numRuns: 4 },
    );
  });

  it('lists unchanged ads exactly once while others are saved, deleted and measured between pages', async () => {
    const change = fc.oneof(
      savings.map((saving) => ({ what: 'save' as const, saving })),
      measured.map((row) => ({ what: 'measure' as const, row })),
      fc.record({ what: fc.constant('delete' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(savings, { minLength: 15, maxLength: 30 }),
        fc.array(fc.tuple(change, fc.option(fc.nat(), { nil: 'last' as const, freq: 1 })), {
          minLength: 40,
          maxLength: 40,
        }),
        fc.constantFrom('recommended' as const, 'date' as const, 'views' as const, 'likes' as const),
        async (begun, changes, sortBy) => {
          await empty();
          // One copy per ad: if one of two copies is deleted, the other one replaces it in the order.
          const own = begun.map((saving) => ({ ...saving, board: boards[0] }));
          for (const saving of own) await save(saving);
          const stays = new Set(own.map(({ ad }) => ad.hash));
          const before = await walk({ sortBy }, 100);
          const seen: string[] = [];
          const left = [...changes];
          for (let cursor: number | null = 0; cursor !== null;) {
            const page = await list({ sortBy, limit: 2, cursor });
            seen.push(...page.ads.map(({ hash }) => hash));
            cursor = page.nextCursor;
            const [next, which] = left.pop() ?? [{ what: 'delete' as const }, 0];
            if (next.what === 'save') {
              // An ad that is deleted and saved again may appear again, so only new ads are used.
              const { hash } = presentedAd(`new ${left.length}`);
              await save({ ...next.saving, ad: { ...next.saving.ad, hash }, board: boards[0] });
              continue;
            }
            const hash = (which === 'last' ? seen.at(-1) : [...stays][which % Math.max(1, stays.size)]) ?? '';
            // A measured ad moves, so it may appear again or be skipped.
            stays.delete(hash);
            if (next.what === 'delete') await deleteCopy(db, 'user:ann', hash);
            else await measure([{ ...next.row, hash }]);
          }
          const kept = seen.filter((hash) => stays.has(hash));
          expect(kept).toEqual(before.map(({ hash }) => hash).filter((hash) => stays.has(hash)));
        },
      ),
      { numRuns: 8 },
    );
  });

  it('counts filter values and ads like a reference while ads are saved, completed, measured, moved and deleted', async () => {
    const owners = [
      { userId: 'ann', teamId: null },
      { userId: null, teamId: 1 },
      { userId: null, teamId: 2 },
    ];
    const change = fc.oneof(
      savings.map((saving) => ({ what: 'save' as const, saving })),
      savings.map((saving) => ({ what: 'complete' as const, saving })),
      measured.map((row) => ({ what: 'measure' as const, row })),
      fc.constantFrom(...owners).map((owner) => ({ what: 'move' as const, owner })),
      fc.record({ what: fc.constant('delete' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(change, fc.nat()), { minLength: 60, maxLength: 60 }),
        fc.array(countedInputs, { minLength: 20, maxLength: 20 }),
        async (changes, requests) => {
          await empty();
          for (const [next, which] of changes) {
            const copies = await readCopies();
            const copy = copies[which % Math.max(1, copies.length)];
            if (next.what === 'save') await save(next.saving);
            if (copy === undefined) continue;
            const { id, hash, scope, savedAt } = copy;
            if (next.what === 'complete') {
              await completeAd(db, { id, savedAt }, { ...next.saving.ad, hash });
            }
            if (next.what === 'measure') await measure([{ ...next.row, hash }]);
            if (next.what === 'delete') await deleteCopy(db, scope, hash);
            if (next.what === 'move') {
              const target = next.owner.teamId === null ? 'user:ann' : `team:${next.owner.teamId}`;
              const isThere = copies.some((other) => other.hash === hash && other.scope === target);
              if (!isThere) await transferAds(db, [id], next.owner);
            }
          }
          const copies = await readCopies();
          const seen = annSees.flatMap((scope) => copies.filter((copy) => copy.scope === scope));
          const nearest = [...new Map(seen.toReversed().map((copy) => [copy.hash, copy])).values()];
          const { counts } = await filterValuesHandler({ ...context, db, input: {} });
          const counted = (values: readonly string[]): Record<string, number> => {
            const numbers: Record<string, number> = {};
            for (const value of values) numbers[value] = (numbers[value] ?? 0) + 1;
            return numbers;
          };
          const withoutZeros = (numbers: Record<string, number>): Record<string, number> =>
            Object.fromEntries(Object.entries(numbers).filter(([, count]) => count > 0));
          expect(withoutZeros(counts.platforms)).toEqual(
            counted(nearest.flatMap(({ platforms }) => platforms)),
          );
          expect(withoutZeros(counts.formats)).toEqual(counted(nearest.map(({ format: one }) => one)));
          expect(counts.adTypes).toEqual(counted(nearest.flatMap(({ adType }) => adType ?? [])));
          expect(counts.languages).toEqual(counted(nearest.flatMap(({ language }) => language ?? [])));
          expect(counts.companyNames).toEqual(counted(nearest.map(({ companyName }) => companyName)));
          expect(sumOf(counts.ctaTypes)).toBe(nearest.filter(({ cta }) => cta !== null).length);
          for (const input of [{}, ...requests]) {
            const expected = nearest.filter((one) => hasValues(input, one)).length;
            expect((await list(input)).total, JSON.stringify(input)).toBe(expected);
          }
          await db.query('DELETE FROM saved_ads');
          expect(await db.query('SELECT FROM saved_ad_values')).toEqual([]);
          expect(await db.query('SELECT FROM saved_ad_counts')).toEqual([]);
        },
      ),
      { numRuns: 4 },
    );
  });
});
