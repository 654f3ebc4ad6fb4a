import { OpenAd, type OpenAdInput } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoAds } from './demoAds.ts';

const today = '2026-03-01';
const dayLength = 86_400_000;
const twentyThousand = [...demoAds({ ads: 20_000, today })];
/** Enough to check one by one. */
const thousands = twentyThousand.slice(0, 4000);

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayLength).toISOString().slice(0, 10);
}

function countBy(
  ads: readonly OpenAdInput[],
  of: (ad: OpenAdInput) => readonly unknown[],
): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const value of ads.flatMap(of)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function sorted(days: readonly (string | null | undefined)[]): boolean {
  return days.every((day, index) => index === 0 || String(day) >= String(days[index - 1]));
}

function rising(values: readonly (number | null | undefined)[]): boolean {
  return values.every((value, index) => index === 0 || (value ?? 0) >= (values[index - 1] ?? 0));
}

describe('a set of demo ads', () => {
  it('is deterministic', () => {
    expect([...demoAds({ ads: 1000, today })]).toEqual(twentyThousand.slice(0, 1000));
  });

  it('starts with every smaller set', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(300), fc.nat(300), (seed, one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
        const large = [...demoAds({ ads: more, seed, today })];
        expect(large).toHaveLength(more);
        expect(large.slice(0, fewer)).toEqual([...demoAds({ ads: fewer, seed, today })]);
      }),
      { numRuns: 15 },
    );
  });

  it('shares no ad with another seed or day, and advertisers only with another day', () => {
    const make = (seed: string, day: string): OpenAdInput[] => [...demoAds({ ads: 500, seed, today: day })];
    const names = (ads: OpenAdInput[]): Set<string> => new Set(ads.map(({ advertiser }) => advertiser.name));
    const keys = (ads: OpenAdInput[]): unknown[] => ads.map(({ key }) => key);
    const [first, nextDay, otherSeed] = [make('a', today), make('a', '2026-03-02'), make('b', today)];
    expect(new Set([first, nextDay, otherSeed].flatMap(keys)).size).toBe(1500);
    expect(names(nextDay)).toEqual(names(first));
    expect([...names(otherSeed)].filter((name) => names(first).has(name))).toEqual([]);
  });

  it('is generated one ad at a time', () => {
    const { value } = demoAds({ ads: 10_000_000, today }).next();
    expect(value).toEqual(twentyThousand[0]);
  });

  it('rejects an invalid count or day', () => {
    const make = (ads: number, day: string) => () => [...demoAds({ ads, today: day })];
    for (const ads of [-1, 1.5, 10_000_001, Number.NaN]) {
      expect(make(ads, today)).toThrow('ads must be a whole number from 0 to 10000000');
    }
    for (const day of ['2026-02-30', 'today', '2026-3-1', '']) {
      expect(make(1, day)).toThrow('today must be a date such as 2026-01-31');
    }
  });
});

describe('a demo ad', () => {
  it.each(['magpie', 'another', '種'])('is valid in the open format, seed %s', (seed) => {
    const wrong = [...demoAds({ ads: 2000, seed, today })].filter((ad) => !OpenAd.safeParse(ad).success);
    expect(wrong).toEqual([]);
  });

  it('is recognisable by key, source and URLs', () => {
    const known = ({ key, externalId, sources, media = [], advertiser }: OpenAdInput): boolean =>
      /^(?:(?:meta|tiktok|linkedin):|google:CR)90\d{18}$/.test(String(key)) &&
      String(key).endsWith(`:${externalId}`) &&
      String(sources) === 'demo' &&
      [...media.map(({ url }) => url), advertiser.logoUrl]
        .filter((url) => typeof url === 'string')
        .every((url) => url.startsWith('https://demo.magpie.example/'));
    expect(twentyThousand.filter((ad) => !known(ad))).toEqual([]);
    expect(new Set(twentyThousand.map(({ key }) => key)).size).toBe(20_000);
  });

  it('has an id beyond 64 bits', () => {
    const digits = twentyThousand[0]?.key?.replace(/\D/g, '') ?? '0';
    expect(BigInt(digits)).toBeGreaterThan(2n ** 64n);
  });

  it('has ordered dates within 400 days, none after the start of today', () => {
    const earliest = daysBefore(today, 400);
    const inOrder = (ad: OpenAdInput): boolean => {
      const { startDate, endDate, firstSeenAt, lastSeenAt, capturedAt, snapshots = [], status } = ad;
      const seen = [firstSeenAt, ...snapshots.map((snapshot) => snapshot.capturedAt), lastSeenAt];
      return (
        sorted([earliest, startDate, endDate ?? startDate, today]) &&
        sorted([startDate, ...seen, `${today}T00:00:00.000Z`]) &&
        (endDate === null || status === 'inactive') &&
        capturedAt === lastSeenAt
      );
    };
    expect(twentyThousand.filter((ad) => !inOrder(ad))).toEqual([]);
  });

  it('has one to six snapshots with growing values; the newest matches the ad', () => {
    const counts = countBy(twentyThousand, ({ snapshots = [] }) => [snapshots.length]);
    expect(new Set(counts.keys())).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    for (const { snapshots = [], engagement, reach, capturedAt } of thousands) {
      expect(snapshots.at(-1)).toEqual({ capturedAt, reach: reach?.value ?? null, ...engagement });
    }
    const grows = ({ snapshots = [] }: OpenAdInput): boolean =>
      new Set(snapshots.map((snapshot) => snapshot.capturedAt)).size === snapshots.length &&
      rising(snapshots.map((snapshot) => snapshot.reach)) &&
      rising(snapshots.map((snapshot) => snapshot.likes));
    expect(twentyThousand.filter((ad) => !grows(ad))).toEqual([]);
  });

  it('is measured every 14 days at most, at last faster, slower or as before', () => {
    const gains = thousands.flatMap(({ snapshots = [] }) => {
      const last = snapshots.slice(-3);
      const times = last.map(({ capturedAt }) => Date.parse(capturedAt) / dayLength);
      expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) < 14.01)).toBe(true);
      const [first = 0, second = 0, third = 0] = last.map(({ reach }) => reach ?? 0);
      return last.length === 3 && second > first ? [(third - second) / (second - first)] : [];
    });
    const shares = [gains.filter((gain) => gain > 1.5), gains.filter((gain) => gain < 1 / 1.5)];
    for (const { length } of shares) expect(length / gains.length).toBeGreaterThan(0.05);
  });

  it('has demographics that add up to the reach', () => {
    const broken = thousands.filter(({ demographics }) => demographics !== null);
    expect(broken.length).toBeGreaterThan(200);
    for (const { demographics, reach } of broken) {
      for (const part of [demographics?.gender, demographics?.age, demographics?.country]) {
        expect(Object.values(part ?? {}).reduce((sum, people) => sum + people, 0)).toBe(reach?.value);
      }
    }
  });

  it('has real texts on the cards of catalogue ads', () => {
    const templates = twentyThousand.filter(({ bodies = [] }) => bodies.some((body) => body.includes('{{')));
    expect(templates.length).toBeGreaterThan(200);
    for (const { cards = [] } of templates) {
      expect(cards.length).toBeGreaterThanOrEqual(3);
      expect(cards.every(({ body }) => typeof body === 'string' && !body.includes('{'))).toBe(true);
    }
  });
});

describe('20,000 demo ads', () => {
  it('come from 400 advertisers, the largest with several hundred ads and most with few', () => {
    const sizes = [...countBy(twentyThousand, ({ advertiser }) => [advertiser.name]).values()].toSorted(
      (one, other) => other - one,
    );
    expect(sizes).toHaveLength(400);
    expect(sizes[0]).toBeGreaterThan(500);
    expect(sizes[0]).toBeLessThan(1200);
    expect(sizes[200]).toBeLessThan(30);
  });

  it('share texts: about forty distinct ones per hundred ads', () => {
    const bodies = twentyThousand.flatMap(({ bodies: [body] = [] }) => (body === undefined ? [] : [body]));
    const share = new Set(bodies).size / bodies.length;
    expect(share).toBeGreaterThan(0.34);
    expect(share).toBeLessThan(0.46);
  });

  it('cover every format, status, reach kind and language, including unknown', () => {
    const shares = (of: (ad: OpenAdInput) => unknown): unknown[] => [
      ...countBy(twentyThousand, (ad) => [of(ad)]).keys(),
    ];
    const formats = ['video', 'image', 'carousel', 'dco', 'dpa', 'other', null];
    expect(new Set(shares(({ format }) => format))).toEqual(new Set(formats));
    expect(new Set(shares(({ status }) => status))).toEqual(new Set(['active', 'inactive']));
    const kinds = ['reported', 'range', 'estimated', undefined];
    expect(new Set(shares(({ reach }) => reach?.kind))).toEqual(new Set(kinds));
    const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ko', null];
    expect(new Set(shares(({ language }) => language))).toEqual(new Set(languages));
  });

  it.each([
    ['a discount', /\d% off|save \d+%|free (?:shipping|gift|trial)/i],
    ['other customers', /customers|reviews|recommended by|trusted by/i],
    ['haste', /hours left|last chance|ends (?:tonight|sunday)|limited time|today only|hurry/i],
    ['a way out', /money back|money-back|cancel anytime|risk-free|no hidden fees/i],
    ['what is wrong', /tired of|putting up with|done with|better than/i],
  ])('mention %s in many English texts', (_, cue) => {
    const texts = twentyThousand.flatMap(({ language, bodies = [] }) => (language === 'en' ? bodies : []));
    const share = texts.filter((text) => cue.test(text)).length / texts.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.7);
  });

  it('have tests: siblings that were launched within days and differ in one part', () => {
    const groups = new Map<string, OpenAdInput[]>();
    for (const ad of twentyThousand) {
      const { advertiser, media = [], countries, platforms, format } = ad;
      if (ad.bodies?.length !== 1 || ad.headlines?.length !== 1 || media.length !== 1) continue;
      const key = JSON.stringify([advertiser.name, media[0]?.url, countries, platforms, format]);
      groups.set(key, [...(groups.get(key) ?? []), ad]);
    }
    const launchDays = (ads: readonly OpenAdInput[]): number[] =>
      ads.map(({ startDate }) => Date.parse(String(startDate)) / dayLength);
    // Unrelated ads sometimes have the same picture.
    const tests = [...groups.values()].filter(
      (ads) => ads.length > 1 && Math.max(...launchDays(ads)) - Math.min(...launchDays(ads)) <= 3,
    );
    expect(tests.length).toBeGreaterThan(150);
    expect(new Set(tests.map(([ad]) => ad?.advertiser.name)).size).toBeGreaterThan(60);
    const differing = tests.map(
      (ads) =>
        [
          ads.map(({ headlines }) => headlines?.[0]),
          ads.map(({ bodies }) => bodies?.[0]),
          ads.map(({ ctaText }) => ctaText),
          ads.map(({ landingPageUrl }) => landingPageUrl),
        ].filter((values) => new Set(values).size > 1).length,
    );
    expect(differing.filter((parts) => parts === 1).length / tests.length).toBeGreaterThan(0.9);
    const isOver = (ads: readonly OpenAdInput[]): boolean => ads.every(({ status }) => status === 'inactive');
    const isOpen = (ads: readonly OpenAdInput[]): boolean => ads.every(({ status }) => status === 'active');
    expect(tests.filter(isOver).length).toBeGreaterThan(50);
    expect(tests.filter(isOpen).length).toBeGreaterThan(10);
  });

  it('are partnership ads in one of twenty cases', () => {
    const share = twentyThousand.filter(({ isPartnership }) => isPartnership).length / 20_000;
    expect(share).toBeCloseTo(0.05, 2);
  });

  it('are more frequent in recent months', () => {
    const started = (from: number, to: number): number =>
      twentyThousand.filter(
        ({ startDate }) =>
          String(startDate) > daysBefore(today, to) && String(startDate) <= daysBefore(today, from),
      ).length;
    expect(started(0, 90)).toBeGreaterThan(1.5 * started(90, 180));
    expect(started(310, 400)).toBeGreaterThan(1000);
  });

  it('reach more people the longer they run', () => {
    const reached = (status: string, atLeast: number, below: number): number => {
      const found = twentyThousand.filter(({ startDate, endDate, reach }) => {
        const days = (Date.parse(String(endDate)) - Date.parse(String(startDate))) / dayLength;
        return reach?.kind === status && days >= atLeast && days < below;
      });
      return found.reduce((sum, { reach }) => sum + Math.log(1 + (reach?.value ?? 0)), 0) / found.length;
    };
    expect(reached('reported', 60, 400)).toBeGreaterThan(reached('reported', 1, 10) + 1);
  });

  it('have advertisers with one market each, some with a second page named after their domain', () => {
    const languages = new Map<string, Set<unknown>>();
    for (const { advertiser, language } of twentyThousand.filter((ad) => ad.language !== null)) {
      languages.set(advertiser.name, (languages.get(advertiser.name) ?? new Set()).add(language));
    }
    expect([...languages.values()].every(({ size }) => size === 1)).toBe(true);
    expect([...languages.keys()].filter((name) => name.endsWith('.com')).length).toBeGreaterThan(10);
  });
});

it.each(['magpie', 'one', 'two', 'three', 'four', 'five'])(
  '3,000 ads cover every platform and large market in the last 90 days, seed %s',
  (seed) => {
    const recent = [...demoAds({ ads: 3000, seed, today })].filter(
      ({ startDate }) => String(startDate) > daysBefore(today, 90),
    );
    const platforms = countBy(recent, ({ platforms: list = [] }) => list);
    const ranked = countBy(recent, ({ snapshots = [] }) => [snapshots.at(-1)?.rankCountry]);
    const shown = countBy(recent, ({ countries = [] }) => countries);
    for (const platform of ['facebook', 'instagram', 'tiktok', 'youtube', 'linkedin']) {
      expect(platforms.get(platform), platform).toBeGreaterThan(10);
    }
    for (const country of ['US', 'GB', 'DE', 'FR', 'BR', 'JP', 'KR']) {
      expect(ranked.get(country), country).toBeGreaterThan(10);
      expect(shown.get(country), country).toBeGreaterThan(10);
    }
  },
);
