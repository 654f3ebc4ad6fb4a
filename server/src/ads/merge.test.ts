import type { OpenAd } from '@magpie/contract';
import { assert, constantFrom, integer, option, property, record, subarray, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../testing/catalog.ts';
import { expectedLatest, packagedSnapshots } from '../testing/snapshots.ts';
import type { KnownAd, Measurement } from './knownAd.ts';
import { identify, merge, type Sighting } from './merge.ts';

/** Random sightings of one ad on one of ten days, with mostly unknown values. */
/** One sighting per day: of two at the same time the first one wins, which would depend on the order. */
const sightings = uniqueArray(
  record({
    day: integer({ min: 1, max: 9 }),
    source: constantFrom('meta-api', 'meta-web'),
    ctaText: option(constantFrom('Buy', 'Learn more', 'Sign up'), { nil: null }),
    description: option(constantFrom('One', 'Two'), { nil: null }),
    bodies: subarray(['First', 'Second', 'Third']),
    countries: subarray(['DE', 'FR', 'US']),
    status: constantFrom('active' as const, 'inactive' as const, null),
    endDate: option(constantFrom('2026-01-03', '2026-01-06'), { nil: null }),
    reach: option(integer({ min: 0, max: 3 }), { nil: null }),
    likes: option(integer({ min: 0, max: 3 }), { nil: null }),
  }),
  { minLength: 1, maxLength: 8, selector: ({ day }) => day },
);

interface SightedAd {
  readonly ad: OpenAd;
  readonly sighting: Sighting;
}

function toSightedAd(
  each: { day: number; source: string; reach: number | null; likes: number | null } & object,
): SightedAd {
  const { day, source, reach, likes, ...facts } = each;
  return {
    ad: openAd({
      key: 'meta:1',
      ...facts,
      reach: reach === null ? null : { value: reach },
      engagement: { likes },
    }),
    sighting: { source, seenAt: new Date(`2026-01-0${day}T00:00:00Z`) },
  };
}

function see(
  known: KnownAd | null,
  { ad, sighting }: SightedAd,
  history: ReadonlyMap<string, Measurement> = historyOf(known),
): ReturnType<typeof merge> {
  const [seen] = identify([ad], sighting, 1);
  if (seen === undefined) throw new Error('one ad was given');
  return merge(known, history, seen, sighting);
}

function historyOf(known: KnownAd | null): ReadonlyMap<string, Measurement> {
  const newest = known?.latest ?? null;
  return new Map(newest === null ? [] : [[newest.capturedAt, newest]]);
}

/** Merges all sightings, each with the measurements before it. */
function all(seen: readonly SightedAd[]): KnownAd | null {
  const history = new Map<string, Measurement>();
  let known: KnownAd | null = null;
  for (const each of seen) {
    const merged = see(known, each, history);
    for (const measurement of merged.measurements) history.set(measurement.capturedAt, measurement);
    known = merged.ad;
  }
  return known;
}

const isKnown = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== null);

describe('sightings of one ad in any order', () => {
  it('never lose what was known', () => {
    assert(
      property(sightings, (list) => {
        const seen = list.map(toSightedAd);
        const facts = all(seen)?.facts;
        for (const field of ['ctaText', 'description', 'bodies', 'countries', 'status', 'reach'] as const) {
          const wasReported = seen.some(({ ad }) => isKnown(ad[field]));
          expect([field, isKnown(facts?.[field] ?? null)]).toEqual([field, wasReported]);
        }
        for (const field of ['bodies', 'countries'] as const) {
          expect(new Set<string>(facts?.[field])).toEqual(
            new Set<string>(seen.flatMap(({ ad }) => ad[field])),
          );
        }
      }),
    );
  });

  it('result in the value of the latest one that has it', () => {
    assert(
      property(sightings, (list) => {
        const seen = list
          .map(toSightedAd)
          .toSorted((a, b) => a.sighting.seenAt.getTime() - b.sighting.seenAt.getTime());
        const facts = all(seen)?.facts;
        expect(facts?.ctaText).toBe(seen.findLast(({ ad }) => ad.ctaText !== null)?.ad.ctaText ?? null);
        expect(facts?.status).toBe(seen.findLast(({ ad }) => ad.status !== null)?.ad.status ?? null);
        expect(facts?.reach?.value ?? null).toBe(
          seen.findLast(({ ad }) => ad.reach !== null)?.ad.reach?.value ?? null,
        );
      }),
    );
  });

  it('keep the first and last sighting and the newest counts', () => {
    assert(
      property(sightings, (list) => {
        const seen = list.map(toSightedAd);
        const times = seen.map(({ sighting }) => sighting.seenAt.toISOString()).toSorted();
        const known = all(seen);
        expect([known?.firstSeenAt, known?.lastSeenAt]).toEqual([times[0], times.at(-1)]);
        const counted = seen.some(({ ad }) => ad.reach !== null || ad.engagement?.likes !== null);
        expect(known?.latest !== null).toBe(counted);
      }),
    );
  });

  it('change nothing when the last one is repeated', () => {
    assert(
      property(sightings, (list) => {
        const seen = list.map(toSightedAd);
        const latest = seen.toSorted((a, b) => b.sighting.seenAt.getTime() - a.sighting.seenAt.getTime())[0];
        if (latest === undefined) return;
        const known = all([...seen, latest]);
        const again = see(known, latest);
        expect([again.changed, again.events, again.measurements]).toEqual([false, [], []]);
      }),
    );
  });

  it('create events with old and new value for watched facts', () => {
    assert(
      property(sightings, (list) => {
        let known: KnownAd | null = null;
        for (const sighted of list.map(toSightedAd)) {
          const before: KnownAd | null = known;
          const merged = see(before, sighted);
          known = merged.ad;
          const changes = merged.events.find(({ kind }) => kind === 'changed')?.changes ?? [];
          const change = changes.find(({ field }) => field === 'ctaText');
          const differs = before !== null && before.facts.ctaText !== merged.ad.facts.ctaText;
          expect(change !== undefined).toBe(differs);
          expect(merged.events.every(({ sequence }) => sequence <= merged.ad.version)).toBe(true);
        }
      }),
    );
  });
});

const on = (day: number, ad: Parameters<typeof openAd>[0], source = 'meta-api'): SightedAd => ({
  ad: openAd({ key: 'meta:1', ...ad }),
  sighting: { source, seenAt: new Date(`2026-01-0${day}T00:00:00Z`) },
});

describe('two sightings of one ad', () => {
  it('at the same time: the first one wins, and repeating both changes nothing', () => {
    const both = [on(1, { ctaText: 'Buy' }), on(1, { ctaText: 'Sign up', description: 'Light' })];
    const known = all(both);
    expect(known?.facts).toMatchObject({ ctaText: 'Buy', description: 'Light' });
    for (const each of both) expect(see(known, each)).toMatchObject({ changed: false, events: [] });
  });

  it('an older sighting of a running ad creates no event', () => {
    const known = all([on(9, { endDate: '2026-01-05' })]);
    expect(see(known, on(2, { status: 'active' })).events).toEqual([]);
  });

  it('an older sighting does not stop a running ad', () => {
    const known = all([on(9, { status: 'active' }), on(2, { status: 'inactive', endDate: '2026-01-01' })]);
    expect(known?.facts).toMatchObject({ status: 'active', endDate: null });
  });

  it('at the same time: the counts of one fill the gaps of the other', () => {
    const both = [on(1, { engagement: { likes: 10 } }), on(1, { engagement: { likes: 13, comments: 2 } })];
    expect(all([...both, ...both])?.latest).toMatchObject({ likes: 10, comments: 2 });
  });

  it('with different demographics are merged', () => {
    const known = all([
      on(1, { demographics: { gender: { female: 3 }, country: { DE: 3 } } }),
      on(2, { demographics: { country: { DE: 5 } } }),
    ]);
    expect(known?.facts.demographics).toEqual({ gender: { female: 3 }, age: {}, country: { DE: 5 } });
  });

  it('with contradicting dates never give an end before the start', () => {
    const known = all([
      on(1, { startDate: '2026-01-01', endDate: '2026-01-02' }),
      on(5, { startDate: '2026-01-04' }),
    ]);
    expect(known?.facts).toMatchObject({ startDate: '2026-01-04', endDate: null });
  });

  it('collect at most as many values as the open format allows', () => {
    const texts = (from: number): string[] =>
      Array.from({ length: 400 }, (_, index) => `Text ${from + index}`);
    expect(all([on(1, { bodies: texts(0) }), on(2, { bodies: texts(300) })])?.facts.bodies).toHaveLength(500);
  });
});

describe('the same snapshots', () => {
  it('give the newest engagement and newest reach, however they are split into records', () => {
    assert(
      property(packagedSnapshots(), ({ snapshots, packages }) => {
        const known = all(packages.map((ad) => on(9, ad)));
        expect({ reach: known?.facts.reach?.value ?? null, ...known?.latest }).toEqual({
          reach: null,
          ...expectedLatest(snapshots),
        });
      }),
    );
  });
});

describe('a confirmation', () => {
  const confirmationOf = (known: KnownAd | null) => [known?.lastConfirmedAt, known?.freshnessDays];

  it('is the latest one of all sightings, in any order', () => {
    const confirmations = uniqueArray(
      record({
        day: integer({ min: 1, max: 9 }),
        status: constantFrom('active' as const, 'inactive' as const, null),
        endDate: option(constantFrom('2026-01-03', '2026-01-06'), { nil: null }),
        lastConfirmedAt: option(
          integer({ min: 1, max: 9 }).map((day) => `2026-01-0${day}T00:00:00.000Z`),
          { nil: null },
        ),
        freshnessDays: option(constantFrom(1, 3), { nil: null }),
      }),
      { minLength: 1, maxLength: 8, selector: ({ day }) => day },
    );
    assert(
      property(confirmations, (list) => {
        const seen = list.map(({ day, ...facts }) => on(day, facts));
        const [later, earlier] = [confirmationOf(all(seen)), confirmationOf(all(seen.toReversed()))];
        expect(later).toEqual(earlier);
        const expected = list.map(({ day, status, endDate, lastConfirmedAt }) => {
          const hasEnded = status === 'inactive' || (endDate !== null && endDate < `2026-01-0${day}`);
          return lastConfirmedAt ?? (hasEnded ? null : `2026-01-0${day}T00:00:00.000Z`);
        });
        expect(later[0]).toBe(expected.toSorted((one, other) => ((one ?? '') < (other ?? '') ? 1 : -1))[0]);
      }),
    );
  });

  it('is not later than the capture', () => {
    const planned = on(1, { capturedAt: '2026-01-05', lastConfirmedAt: '2026-02-01' });
    expect(all([planned])?.lastConfirmedAt).toBe('2026-01-05T00:00:00.000Z');
  });

  it('counts from the day of reading for an ad that a library behind states as active', () => {
    const days = (status: 'active' | null, shownOn: string, freshnessDays: number) => {
      const { ad, sighting } = on(9, { status, lastConfirmedAt: shownOn });
      return all([{ ad, sighting: { ...sighting, freshnessDays } }])?.freshnessDays;
    };
    expect(days('active', '2026-01-02', 3)).toBe(10);
    expect(days('active', '2026-01-09', 3)).toBe(3);
    expect(days(null, '2026-01-02', 3)).toBe(3);
    expect(days('active', '2026-01-02', 14)).toBe(14);
  });
});

describe('a time in the future', () => {
  const now = (): string => new Date().toISOString();

  it('is clamped to now in every field', () => {
    const known = all([
      on(1, {
        capturedAt: '2290-01-01',
        lastSeenAt: '2290-01-01',
        firstSeenAt: '2290-01-01',
        snapshots: [{ capturedAt: '2290-01-01', likes: 1 }],
      }),
    ]);
    const { firstSeenAt, lastSeenAt, lastConfirmedAt, latest } = known ?? {};
    for (const time of [firstSeenAt, lastSeenAt, lastConfirmedAt, latest?.capturedAt]) {
      expect((time ?? '9') <= now()).toBe(true);
    }
  });
});
