import { contract, type InputOf, type OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliases } from '../ads/aliases.ts';
import { newestNumber } from '../ads/writeLock.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Caller } from '../rpc/procedure.ts';
import { openAlertFixture, type AlertFixture } from '../testing/alerts.ts';
import { openAd } from '../testing/catalog.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { testRuleHandler } from './backTest.ts';
import { sendDueDigests } from './notify.ts';
import type { RuleFields } from './rules.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const day = 24 * 60 * 60_000;
const days = 8;

/** What is seen of an ad on one day. Few values, so that they come again. */
const seen = fc.record({
  ad: fc.nat(5),
  body: fc.constantFrom('Summer sale', 'Winter coats', 'Free shipping', '送料無料'),
  page: fc.constantFrom(
    null,
    'https://shop.example/a?utm_source=x',
    'https://www.shop.example/a',
    'https://shop.example/b',
  ),
  reach: fc.constantFrom(null, 5, 500, 5000),
  platforms: fc.subarray(['facebook', 'tiktok'] as const, { minLength: 1 }),
  status: fc.constantFrom('active', 'active', 'inactive'),
  /** How many days before it is seen, if it says. */
  began: fc.constantFrom(null, 0, 3, 29, 30, 31, 400),
});
type Seen = typeof seen extends fc.Arbitrary<infer Value> ? Value : never;

const history = fc.array(fc.array(seen, { maxLength: 5 }), { minLength: days, maxLength: days });

/** The ads of one run are apart from those of any other: by their keys, their advertisers and their days. */
function adOf(run: number, at: Date, { ad, body, page, reach, platforms, status, began }: Seen): OpenAd {
  const start = began === null ? null : new Date(at.getTime() - began * day).toISOString().slice(0, 10);
  return openAd({
    key: `meta:${run}-${ad}`,
    advertiser: { name: advertiser(run, ad % 3) },
    bodies: [body],
    landingPageUrl: page,
    reach: reach === null ? null : { value: reach },
    platforms,
    status,
    startDate: start,
  });
}

const advertiser = (run: number, number: number): string => `Advertiser ${number} of run ${run}`;

function rulesOf(run: number): Partial<RuleFields>[] {
  const [first, second] = [advertiser(run, 0), advertiser(run, 1)];
  return [
    {},
    { frequency: 'daily' },
    { frequency: 'weekly', companyNames: [first, second] },
    { isForFollowed: true },
    { platforms: ['tiktok'], keywords: ['sale', '送料'] },
    { event: 'ad_stopped' },
    { event: 'ad_stopped', frequency: 'weekly', isForFollowed: true },
    { event: 'ad_stopped', companyNames: [first], keywords: ['"summer sale" -coats'] },
    { event: 'reach_above', threshold: 100 },
    { event: 'reach_above', threshold: 1000, frequency: 'daily', platforms: ['facebook'] },
    { event: 'landing_page_new' },
    { event: 'landing_page_new', frequency: 'daily', companyNames: [second] },
    { event: 'copy_matches', keywords: ['shipping', 'sale coats'] },
    { event: 'copy_matches', keywords: ['無料', '-summer'], frequency: 'daily', isForFollowed: true },
  ];
}

interface Firing {
  readonly date: string;
  readonly adHashes: string[];
}

describe('the back-test', () => {
  let watch: AlertFixture;
  beforeAll(async () => {
    watch = await openAlertFixture(postgres);
    await watch.person('ann');
  });
  afterAll(() => watch.close());

  const indexOf = (clickhouse: ClickHouse) => {
    const newestRecording = () => newestNumber(watch.db);
    return { clickhouse, aliases: createAliases({ clickhouse, newestRecording }) };
  };
  type Given = InputOf<typeof contract.notifications.testRule>;
  const callOf = (input: Given, userId: string) => {
    const credential = { id: '', secret: '' };
    const caller: Caller = { userId, isOwner: false, scopes: new Set(['read']), credential };
    return {
      input: contract.notifications.testRule.input.parse(input),
      caller,
      address: '127.0.0.1',
      db: watch.db,
      afterCommit: () => undefined,
      markPrivate: () => undefined,
      newestRecording: () => 0,
    };
  };

  /** As a caller sees it: the input is read and the answer checked by the contract. */
  const tried = async (input: Given, now: Date, userId = 'ann') => {
    const handler = testRuleHandler({ ...indexOf(watch.clickhouse), now: () => now });
    const answer = await handler(callOf(input, userId));
    return contract.notifications.testRule.output.parse(answer);
  };

  /** Each day on its own, with what the clock does in between, and then until the last digest has come. */
  const live = async (run: number, start: Date, imports: readonly (readonly Seen[])[]): Promise<void> => {
    const { db } = watch;
    for (let number = 0; number < days + 8; number += 1) {
      const today = start.getTime() + number * day;
      await sendDueDigests({ db, site: 'https://magpie.example', now: new Date(today + 7 * 60 * 60_000) });
      const noon = new Date(today + day / 2);
      const ads = (imports[number] ?? []).map((each) => adOf(run, noon, each));
      if (ads.length === 0) continue;
      const half = Math.ceil(ads.length / 2);
      await watch.bring([ads.slice(0, half), ads.slice(half)], noon);
      await watch.look(noon);
    }
  };

  const inOrder = (firings: readonly Firing[]): Firing[] =>
    firings
      .map(({ date, adHashes }) => ({ date, adHashes: adHashes.toSorted() }))
      .toSorted((one, other) => (one.date < other.date ? 1 : -1));

  it('returns the notifications that importing the same history day by day sends', async () => {
    let run = 0;
    const fired = new Set<string>();
    await fc.assert(
      fc.asyncProperty(history, async (imports) => {
        run += 1;
        const start = new Date(Date.UTC(2020, 0, 1) + run * 40 * day);
        await watch.db.query('DELETE FROM rules');
        await watch.db.query('DELETE FROM notifications');
        await watch.db.query('DELETE FROM follows');
        for (const number of [0, 2]) await watch.follow('ann', advertiser(run, number));
        const rules = new Map<number, string>();
        for (const fields of rulesOf(run)) {
          const name = JSON.stringify(fields);
          rules.set(await watch.rule('ann', { ...fields, name }), name);
        }
        await live(run, start, imports);
        const sent = await watch.sent();
        const end = new Date(start.getTime() + days * day - 1);
        for (const [id, name] of rules) {
          const { firings, total } = await tried({ id, days }, end);
          const due = sent.filter(({ rule }) => rule === name);
          expect({ name, firings: inOrder(firings) }).toEqual({ name, firings: inOrder(due) });
          expect(total).toBe(due.flatMap(({ adHashes }) => adHashes).length);
          if (total > 0) fired.add(name);
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
    // Most rules fired in at least one history.
    expect(fired.size).toBeGreaterThan(5);
  });

  describe('of a rule', () => {
    const now = new Date('2019-06-30T15:00:00Z');
    const seenAt = new Date('2019-06-20T12:00:00Z');
    beforeAll(async () => {
      await watch.person('bob');
      const body = { bodies: ['Garden chairs'], advertiser: { name: 'Tested' } };
      const ads = Array.from({ length: 1001 }, (_, index) =>
        openAd({ ...body, key: `meta:tested-${index}` }),
      );
      await watch.bring([ads], seenAt);
    });

    it('returns the day, the text and at most 1,000 ads per notification', async () => {
      const rule = { event: 'new_ads' as const, companyNames: ['TESTED'], keywords: ['garden'] };
      const { from, to, total, firings } = await tried(rule, now);
      expect([from, to, total]).toEqual(['2019-06-01', '2019-06-30', 1001]);
      expect(firings).toMatchObject([
        { date: '2019-06-20', companyName: 'Tested', title: '1,001 new ads from Tested', adCount: 1001 },
      ]);
      expect(firings[0]?.adHashes).toHaveLength(1000);
      expect((await tried({ ...rule, frequency: 'weekly' }, now)).firings[0]?.date).toBe('2019-06-24');
      expect((await tried({ ...rule, days: 10 }, now)).total).toBe(0);
      expect((await tried({ ...rule, days: 11 }, now)).total).toBe(1001);
    });

    it('overrides fields of a stored rule with the given fields', async () => {
      const id = await watch.rule('ann', { name: 'Chairs', companyNames: ['Tested'], keywords: ['chairs'] });
      expect(await tried({ id }, now)).toMatchObject({
        total: 1001,
        evidence: { kind: 'measured', ads: 1001, libraries: ['meta'] },
        firings: [{ body: expect.stringContaining('Chairs') }],
      });
      expect(await tried({ id, keywords: ['tables'] }, now)).toMatchObject({
        total: 0,
        evidence: { ads: 0, libraries: [] },
      });
      expect(await tried({ id, companyNames: 'FOLLOWED' }, now)).toMatchObject({ total: 0 });
    });

    it('runs two tests concurrently, queues others, and rejects more when the queue is full', async () => {
      const { clickhouse } = watch;
      let [underWay, most] = [0, 0];
      const read: typeof clickhouse.read = async (statement, parameters) => {
        most = Math.max(most, (underWay += 1));
        const rows = await clickhouse.read<never>(statement, parameters);
        underWay -= 1;
        return rows;
      };
      const handler = testRuleHandler({ ...indexOf({ ...clickhouse, read }), now: () => now });
      // A company without changes: each test queries the index once.
      const input = { event: 'new_ads' as const, companyNames: ['Silent'] };
      const tries = await Promise.allSettled(
        Array.from({ length: 23 }, async () => handler(callOf(input, 'ann'))),
      );
      const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      expect(refused).toEqual([expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryAfter: 10 })]);
      expect([most, underWay]).toEqual([2, 0]);
    });

    it("rejects another user's rule, an unknown rule and a rule that can never fire", async () => {
      const id = await watch.rule('bob', { name: 'Bobs' });
      await expect(tried({ id }, now)).rejects.toThrow(`Rule ${id} belongs to somebody else.`);
      await expect(tried({ id: 1_000_000 }, now)).rejects.toThrow('There is no rule 1000000.');
      await expect(tried({ event: 'reach_above' }, now)).rejects.toThrow('threshold must be a number');
      await expect(tried({ event: 'copy_matches' }, now)).rejects.toThrow('at least one keyword');
      await expect(tried({ event: 'momentum', threshold: 5, timesUsual: 0.5 }, now)).rejects.toThrow(
        'timesUsual',
      );
      await expect(tried({ event: 'momentum' }, now)).rejects.toThrow('threshold must be a number');
      await expect(tried({ event: 'momentum', threshold: 5, keywords: ['sale'] }, now)).rejects.toThrow(
        'keywords must be empty',
      );
      await expect(tried({ event: 'claim' }, now)).rejects.toThrow('companyNames must name brands');
      await expect(
        tried({ event: 'claim', companyNames: ['Acme'], keywords: ['sale'] }, now),
      ).rejects.toThrow('keywords must be empty');
    });
  });
});
