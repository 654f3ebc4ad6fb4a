import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, type OpenAd } from '@magpie/contract';
import { createAliases } from '../ads/aliases.ts';
import { findClaims } from '../ads/claims/findClaims.ts';
import { adHash } from '../ads/identity.ts';
import { toDay } from '../ads/run.ts';
import { newestNumber } from '../ads/writeLock.sql.ts';
import { openAlertFixture, type AlertFixture } from '../testing/alerts.ts';
import { openAd } from '../testing/catalog.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { testRuleHandler } from './backTest.ts';
import { findNewClaims, type ClaimingAd } from './claims.ts';
import { sendDueDigests } from './notify.ts';
import type { RuleFields } from './rules.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const today = '2026-03-10';
const ad = (addedIn: number, text: string, more: Partial<ClaimingAd> = {}): ClaimingAd => ({
  advertiserId: 1,
  hash: String(addedIn),
  day: toDay(today) - 10 + addedIn,
  seenAt: '',
  addedIn,
  platforms: ['facebook'],
  claims: findClaims(text),
  ...more,
});
const any = { platforms: [] };
const isLast = ({ addedIn }: ClaimingAd): boolean => addedIn === 9;
const found = (ads: readonly ClaimingAd[], conditions: { readonly platforms: readonly string[] } = any) =>
  findNewClaims(ads, today, conditions, isLast).flatMap(({ claims }) => claims);

describe('new claims', () => {
  it('are those that no known ad has, with the value before', () => {
    const known = [ad(1, 'Up to 20% off'), ad(2, 'Up to 40% off'), ad(3, '30-day free trial')];
    expect(found([...known, ad(9, 'bis zu 40 % Rabatt')])).toEqual([]);
    expect(found([...known, ad(9, 'Up to 60% off. The best bed in Europe!')])).toEqual([
      'Up to 60% off, before: Up to 40% off',
      'The best bed in Europe',
    ]);
  });

  it('are none if no ad was known, or the ad started more than 30 days ago', () => {
    expect(found([ad(9, 'Up to 60% off')])).toEqual([]);
    expect(found([ad(1, 'Hello'), ad(9, 'Up to 60% off', { day: toDay(today) - 31 })])).toEqual([]);
    expect(found([ad(1, 'Hello'), ad(9, 'Up to 60% off', { day: toDay(today) - 30 })])).toHaveLength(1);
  });

  it('are of ads on the platforms of the rule, but known ads count on all', () => {
    const ads = [ad(1, 'Up to 40% off', { platforms: ['tiktok'] }), ad(9, 'Up to 60% off')];
    expect(found(ads, { platforms: ['tiktok'] })).toEqual([]);
    expect(found(ads, { platforms: ['facebook'] })).toHaveLength(1);
    expect(found([...ads, ad(2, 'Up to 60% off', { platforms: [] })], { platforms: ['facebook'] })).toEqual(
      [],
    );
  });

  it('are the same as a comparison of all texts', () => {
    const values = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(values, values, (before, now) => {
        const textOf = (value: number): string => `Up to ${value}0% off`;
        const ads = [
          ...before.map((value) => ad(1, textOf(value))),
          ...now.map((value) => ad(9, textOf(value))),
        ];
        expect(findNewClaims(ads, today, any, isLast)).toHaveLength(
          now.filter((value) => !before.includes(value)).length,
        );
      }),
    );
  });
});

const dayMilliseconds = 86_400_000;
const start = Date.UTC(2025, 0, 6);
const noonOf = (day: number): Date => new Date(start + (day + 0.5) * dayMilliseconds);

describe('a rule for claims', () => {
  let watch: AlertFixture;
  beforeAll(async () => {
    watch = await openAlertFixture(postgres);
    await watch.person('ann');
  });
  afterAll(() => watch.close());

  const adOf = (name: string, day: number, body: string, at = 0): OpenAd =>
    openAd({
      key: `meta:${name}-${day}-${at}`,
      advertiser: { name },
      bodies: [body],
      headlines: [],
      startDate: noonOf(day).toISOString().slice(0, 10),
    });

  const backTest = async (id: number, lastDay: number) => {
    const { clickhouse, db } = watch;
    const aliases = createAliases({ clickhouse, newestRecording: () => newestNumber(db) });
    const handler = testRuleHandler({ clickhouse, aliases, now: () => noonOf(lastDay) });
    return handler({
      input: contract.notifications.testRule.input.parse({ id, days: 60 }),
      caller: {
        userId: 'ann',
        isOwner: false,
        scopes: new Set(['read']),
        credential: { id: '', secret: '' },
      },
      address: '127.0.0.1',
      db,
      afterCommit: () => undefined,
      markPrivate: () => undefined,
      newestRecording: () => 0,
    });
  };

  it('fires when a brand makes or changes a claim, as the back-test shows', async () => {
    const rules = new Map<number, string>();
    const variants: Readonly<Record<string, Partial<RuleFields>>> = {
      instant: {},
      daily: { frequency: 'daily' },
      'other brand': { companyNames: ['Calm'] },
      'on TikTok': { platforms: ['tiktok'] },
    };
    for (const [name, more] of Object.entries(variants)) {
      rules.set(await watch.rule('ann', { event: 'claim', companyNames: ['Loud'], ...more, name }), name);
    }
    const imports: Readonly<Record<number, OpenAd[]>> = {
      // The first ads: every claim would be new.
      0: [adOf('Loud', 0, 'Up to 40% off beds'), adOf('Calm', 0, 'Sleep well')],
      2: [adOf('Loud', 2, 'Bis zu 40 % Rabatt')],
      4: [adOf('Loud', 4, 'Now up to 60% off'), adOf('Loud', 4, 'Sleep well', 1)],
      5: [adOf('Loud', 5, 'Up to 60% off again')],
      7: [adOf('Loud', 7, '30-day money-back guarantee'), adOf('Loud', 7, 'The best bed in Europe', 1)],
    };
    for (let day = 0; day <= 9; day += 1) {
      const { db } = watch;
      const now = new Date(start + (day + 0.3) * dayMilliseconds);
      await sendDueDigests({ db, site: 'https://magpie.example', now });
      const ads = imports[day];
      if (ads === undefined) continue;
      await watch.bring([ads], noonOf(day));
      await watch.look(noonOf(day));
    }
    const sent = await watch.sent();
    const dateOf = (day: number): string => noonOf(day).toISOString().slice(0, 10);
    expect(sent.map(({ rule, date, adHashes }) => [rule, date, adHashes.length])).toEqual([
      ['instant', dateOf(4), 1],
      ['daily', dateOf(5), 1],
      ['instant', dateOf(7), 2],
      ['daily', dateOf(8), 2],
    ]);
    expect(sent[0]?.adHashes).toEqual([adHash('meta:Loud-4-0')]);
    for (const [id, name] of rules) {
      const { firings } = await backTest(id, 9);
      const due = sent.filter(({ rule }) => rule === name);
      expect(firings.map(({ date, adHashes }) => [date, adHashes.toSorted()])).toEqual(
        due.map(({ date, adHashes }) => [date, adHashes.toSorted()]).toReversed(),
      );
    }
    const [id] = [...rules.keys()];
    expect((await backTest(id ?? 0, 9)).firings.map(({ title }) => title)).toEqual([
      '2 new claims from Loud',
      'New claim from Loud: up to 60% off, before: Bis zu 40 % Rabatt',
    ]);
  });
});
