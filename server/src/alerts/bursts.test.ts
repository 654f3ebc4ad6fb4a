import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, type OpenAd } from '@magpie/contract';
import { createAliases } from '../ads/aliases.ts';
import { adHash } from '../ads/identity.ts';
import { newestNumber } from '../ads/writeLock.sql.ts';
import { openAlertFixture, type AlertFixture } from '../testing/alerts.ts';
import { openAd } from '../testing/catalog.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { testRuleHandler } from './backTest.ts';
import { findBurst, findNewBurst } from './bursts.ts';
import type { LaunchedAd } from './bursts.sql.ts';
import { sendDueDigests } from './notify.ts';
import type { RuleFields } from './rules.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const launch = (day: number, platforms: readonly string[] = ['facebook']): LaunchedAd => ({
  advertiserId: 1,
  hash: '',
  day,
  seenAt: '',
  addedIn: 0,
  platforms,
});
const any = { platforms: [], threshold: 5, timesUsual: 3 };

describe('a burst', () => {
  it('has at least so many launches in 7 days as the rule says', () => {
    const four = [94, 95, 97, 100].map((day) => launch(day));
    expect(findBurst({ since: 1, ads: four }, 100, any)).toEqual([]);
    expect(findBurst({ since: 1, ads: [...four, launch(93)] }, 100, any)).toEqual([]);
    expect(findBurst({ since: 1, ads: [...four, launch(93), launch(99)] }, 100, any)).toHaveLength(5);
    expect(findBurst({ since: 1, ads: four }, 100, { ...any, threshold: 4 })).toHaveLength(4);
  });

  it('is not known before three weeks have been observed', () => {
    const ads = Array.from({ length: 9 }, () => launch(100));
    expect(findBurst({ since: 81, ads }, 100, any)).toEqual([]);
    expect(findBurst({ since: 80, ads }, 100, any)).toHaveLength(9);
  });

  it('counts only ads on the platforms of the rule', () => {
    const ads = [...Array.from({ length: 4 }, () => launch(100, ['tiktok'])), launch(100)];
    expect(findBurst({ since: 1, ads }, 100, any)).toHaveLength(5);
    expect(findBurst({ since: 1, ads }, 100, { ...any, platforms: ['tiktok', 'youtube'] })).toEqual([]);
  });

  it('starts with new ads only if it was none without them', () => {
    const [known, added] = [Array.from({ length: 5 }, () => launch(99)), launch(100)];
    const isNew = (ad: LaunchedAd): boolean => ad === added;
    expect(findNewBurst({ since: 1, ads: [...known, added] }, 100, any, isNew)).toEqual([]);
    expect(findNewBurst({ since: 1, ads: [...known.slice(1), added] }, 100, any, isNew)).toHaveLength(5);
    expect(findNewBurst({ since: 1, ads: known }, 100, any, isNew)).toEqual([]);
  });

  it('has as many times the mean of up to eight weeks before as the rule says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(10),
        fc.constantFrom(1, 1.5, 3, 10),
        (days, since, threshold, timesUsual) => {
          const between = (from: number, to: number): number =>
            days.filter((day) => day >= from && day <= to).length;
          const weeks = Math.min(8, Math.floor((94 - since) / 7));
          const now = between(94, 100);
          const usual = between(94 - 7 * weeks, 93) / weeks;
          const isBurst = weeks >= 2 && now > 0 && now >= threshold && now >= timesUsual * usual - 1e-9;
          const ads = days.map((day) => launch(day));
          const found = findBurst({ since, ads }, 100, { platforms: [], threshold, timesUsual });
          expect(found).toHaveLength(isBurst ? now : 0);
        },
      ),
    );
  });
});

const dayMilliseconds = 86_400_000;
const start = Date.UTC(2025, 0, 6);
const noonOf = (day: number): Date => new Date(start + (day + 0.5) * dayMilliseconds);

describe('a rule for bursts', () => {
  let watch: AlertFixture;
  beforeAll(async () => {
    watch = await openAlertFixture(postgres);
    await watch.person('ann');
  });
  afterAll(() => watch.close());

  const adsOf = (name: string, day: number, count: number, from = 0): OpenAd[] =>
    Array.from({ length: count }, (_, at) =>
      openAd({
        key: `meta:${name}-${day}-${from + at}`,
        advertiser: { name },
        startDate: noonOf(day).toISOString().slice(0, 10),
      }),
    );

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

  it('fires once when a burst starts, with its ads, as the back-test shows', async () => {
    const rules = new Map<number, string>();
    const variants: Readonly<Record<string, Partial<RuleFields>>> = {
      instant: {},
      daily: { frequency: 'daily' },
      'other brand': { companyNames: ['Calm'] },
      higher: { threshold: 50 },
      'more times as usual': { timesUsual: 50 },
      'on TikTok': { platforms: ['tiktok'] },
    };
    for (const [name, more] of Object.entries(variants)) {
      rules.set(await watch.rule('ann', { event: 'momentum', threshold: 5, ...more, name }), name);
    }
    const imports: Readonly<Record<number, OpenAd[]>> = {
      0: [...adsOf('Loud', 0, 2), ...adsOf('Calm', 0, 2), ...adsOf('Loud', -20, 3)],
      10: [...adsOf('Loud', 10, 1), ...adsOf('Calm', 10, 4)],
      25: [...adsOf('Loud', 23, 3), ...adsOf('Calm', 25, 3)],
      // The fifth launch of the week.
      27: adsOf('Loud', 27, 2),
      28: adsOf('Loud', 28, 1),
      50: adsOf('Loud', 50, 9),
    };
    for (let day = 0; day <= 52; day += 1) {
      const { db } = watch;
      await sendDueDigests({
        db,
        site: 'https://magpie.example',
        now: new Date(start + (day + 0.3) * dayMilliseconds),
      });
      const ads = imports[day];
      if (ads === undefined) continue;
      await watch.bring([ads], noonOf(day));
      await watch.look(noonOf(day));
    }
    const sent = await watch.sent();
    const dateOf = (day: number): string => noonOf(day).toISOString().slice(0, 10);
    const first = [...[0, 1, 2].map((at) => `meta:Loud-23-${at}`), 'meta:Loud-27-0', 'meta:Loud-27-1'];
    expect(sent.map(({ rule, date, adHashes }) => [rule, date, adHashes.length])).toEqual([
      ['instant', dateOf(27), 5],
      ['daily', dateOf(28), 5],
      ['instant', dateOf(50), 9],
      ['daily', dateOf(51), 9],
    ]);
    expect(sent[0]?.adHashes.toSorted()).toEqual(first.map(adHash).toSorted());
    for (const [id, name] of rules) {
      const { firings } = await backTest(id, 52);
      const due = sent.filter(({ rule }) => rule === name);
      expect(firings.map(({ date, adHashes }) => [date, adHashes.toSorted()])).toEqual(
        due.map(({ date, adHashes }) => [date, adHashes.toSorted()]).toReversed(),
      );
    }
    const [id] = [...rules.keys()];
    expect((await backTest(id ?? 0, 52)).firings.at(-1)).toMatchObject({
      companyName: 'Loud',
      title: 'Burst of launches from Loud: 5 ads within 7 days',
    });
  });
});
