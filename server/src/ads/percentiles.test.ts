import { Ad } from '@magpie/contract';
import type { Platform } from '@magpie/contract/platforms';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainEnrichment } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { adsByHash } from './ads.sql.ts';
import { adHash } from './identity.ts';
import {
  ageBands,
  createRanking,
  createScorePercentiles,
  findAgeBand,
  minComparedAds,
  noRank,
  toBucket,
} from './percentiles.ts';
import { createPresentation } from './presentation.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const today = new Date().toISOString().slice(0, 10);
const dayBefore = (days: number): string =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

describe('age bands', () => {
  it('have no gaps, and future ads are in the first one', () => {
    expect(findAgeBand(-4)).toEqual({ minAge: 0, maxAge: 2 });
    for (let age = 0; age < 500; age += 1) {
      const { minAge, maxAge } = findAgeBand(age);
      expect(ageBands).toContain(minAge);
      expect(minAge <= age && age <= (maxAge ?? Infinity)).toBe(true);
      const firstAfter = maxAge === null ? minAge : maxAge + 1;
      expect(findAgeBand(firstAfter).minAge).toBe(firstAfter);
    }
  });
});

describe('a percentile', () => {
  const rankAmong = (scores: readonly number[], score: number) => {
    const counts = new Map<number, number>();
    for (const each of scores) counts.set(toBucket(each), (counts.get(toBucket(each)) ?? 0) + 1);
    const rows = Array.from(counts, ([bucket, ads]) => ({ platform: 'tiktok', minAge: 30, bucket, ads }));
    return createRanking(rows)(
      {
        platform: 'tiktok',
        startDate: dayBefore(31),
        firstSeenAt: `${today}T00:00:00Z`,
        performanceScore: score,
      },
      today,
    );
  };

  it('is the share of lower scores, with equal ones counted half', () => {
    const score = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
    const scores = fc.array(score, { minLength: minComparedAds, maxLength: 200 });
    fc.assert(
      fc.property(scores, fc.nat(), (all, choice) => {
        const own = all[choice % all.length] ?? 0;
        const tenths = (value: number): number => Math.floor(Math.round(value * 100) / 10);
        const lower = all.filter((each) => tenths(each) < tenths(own)).length;
        const equal = all.filter((each) => tenths(each) === tenths(own)).length;
        const { percentile, comparedWith } = rankAmong(all, own);
        // Percentiles have one decimal.
        const exact = (100 * (lower + equal / 2)) / all.length;
        expect(Math.abs((percentile ?? -1) - exact)).toBeLessThan(0.051);
        expect(comparedWith).toEqual({ platform: 'tiktok', minAge: 30, maxAge: 59, ads: all.length });
      }),
    );
  });

  it('is null with too few ads, without a platform, and in another age band', () => {
    expect(
      rankAmong(
        Array.from({ length: minComparedAds - 1 }, () => 5),
        5,
      ),
    ).toEqual(noRank);
    const rank = createRanking([{ platform: 'tiktok', minAge: 30, bucket: 50, ads: minComparedAds }]);
    const ad = {
      platform: 'tiktok',
      startDate: dayBefore(59),
      firstSeenAt: `${today}T00:00:00Z`,
      performanceScore: 5,
    } as const;
    expect(rank(ad, today).percentile).toBe(50);
    expect(rank({ ...ad, platform: null }, today)).toEqual(noRank);
    expect(rank({ ...ad, platform: 'youtube' }, today)).toEqual(noRank);
    expect(rank({ ...ad, startDate: dayBefore(60) }, today)).toEqual(noRank);
  });
});

describe('in the index', () => {
  let db: PostgresEngine;
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    [db, clickhouse] = [await freshDatabase(postgres), await freshClickHouse('embedded')];
  });
  afterAll(async () => {
    await Promise.all([db.close(), clickhouse.close()]);
  });

  it('an ad is compared with all ads of its platform and age band', async () => {
    const some = fc.record({
      start: fc.option(fc.integer({ min: -3, max: 70 }), { nil: null }),
      length: fc.option(fc.integer({ min: 0, max: 70 }), { nil: null }),
      reach: fc.option(fc.integer({ min: 0, max: 10 ** 7 }), { nil: null }),
      likes: fc.option(fc.integer({ min: 0, max: 10 ** 5 }), { nil: null }),
      platforms: fc.constantFrom<Platform[]>(
        ['facebook'],
        ['facebook', 'instagram'],
        ['instagram'],
        ['tiktok'],
        [],
      ),
    });
    const ads = fc
      .sample(some, { numRuns: 700, seed: 7 })
      .map(({ start, length, reach, likes, platforms }, at) =>
        openAd({
          key: `meta:${at}`,
          platforms,
          startDate: start === null ? null : dayBefore(start),
          endDate: start === null || length === null ? null : dayBefore(Math.max(start - length, -9)),
          reach: reach === null ? null : { value: reach },
          engagement: { likes },
          firstSeenAt: `${dayBefore(5)}T10:00:00Z`,
        }),
      );
    await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt: new Date() });
    const present = createPresentation({
      clickhouse,
      tagDefinitions: plainEnrichment.tagDefinitions,
      siteAddress: () => 'https://magpie.example',
      readRanking: createScorePercentiles({ clickhouse, newestRecording: () => 1 }),
    });
    const shown = await present(
      await adsByHash(
        clickhouse,
        ads.map((_ad, at) => adHash(`meta:${at}`)),
      ),
    );
    expect(shown).toHaveLength(700);
    const bandOf = (ad: Ad): number =>
      findAgeBand((Date.parse(today) - Date.parse(ad.startDate ?? ad.firstSeenAt.slice(0, 10))) / 86_400_000)
        .minAge;
    const tenths = (ad: Ad): number => Math.floor(Math.round(ad.performanceScore * 100) / 10);
    const ranked = shown.map((ad) => {
      const { platform } = Ad.parse(ad);
      if (platform === null) return { ad, expected: null };
      const compared = shown.filter(
        (other) => other.platforms.includes(platform) && bandOf(other) === bandOf(ad),
      );
      const lower = compared.filter((other) => tenths(other) < tenths(ad)).length;
      const equal = compared.filter((other) => tenths(other) === tenths(ad)).length;
      const count = compared.length;
      return {
        ad,
        expected:
          count < minComparedAds ? null : { ads: count, percentile: (100 * (lower + equal / 2)) / count },
      };
    });
    for (const { ad } of ranked.filter(({ expected }) => expected === null)) {
      expect(ad).toMatchObject(noRank);
    }
    for (const { ad, expected } of ranked) {
      if (expected === null) continue;
      // ClickHouse and JavaScript may round a score to different sides of a tenth.
      const tolerance = 100 / expected.ads;
      expect(Math.abs((ad.percentile ?? -100) - expected.percentile)).toBeLessThanOrEqual(tolerance);
      expect(ad.comparedWith?.ads).toBe(expected.ads);
    }
    expect(ranked.filter(({ expected }) => expected !== null).length).toBeGreaterThan(200);
    expect(ranked.filter(({ expected }) => expected === null).length).toBeGreaterThan(50);
  });

  it('the ranking is counted again after a recording, once for all requests', async () => {
    let reads = 0;
    let recording = 1;
    const counting = {
      ...clickhouse,
      read: ((...parameters: Parameters<ClickHouseEngine['read']>) => {
        reads += 1;
        return clickhouse.read(...parameters);
      }) as ClickHouseEngine['read'],
    };
    const readRanking = createScorePercentiles({
      clickhouse: counting,
      newestRecording: () => recording,
      refreshShare: Number.POSITIVE_INFINITY,
    });
    const [one, other] = await Promise.all([readRanking(), readRanking()]);
    expect(one).toBe(other);
    expect(await readRanking()).toBe(one);
    expect(reads).toBe(1);
    recording = 2;
    await expect.poll(readRanking, { timeout: 60_000 }).not.toBe(one);
    expect(reads).toBe(2);
  });

  it('without ClickHouse, ads have no rank', async () => {
    const broken = {
      ...clickhouse,
      read: () => Promise.reject(new Error('ClickHouse is down')),
    };
    const rank = await createScorePercentiles({ clickhouse: broken, newestRecording: () => 1 })();
    const ad = {
      platform: 'facebook',
      startDate: today,
      firstSeenAt: `${today}T00:00:00Z`,
      performanceScore: 5,
    } as const;
    expect(rank(ad, today)).toEqual(noRank);
  });
});
