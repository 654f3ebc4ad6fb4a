import { assert, constantFrom, integer, option, property, record, subarray, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../testing/catalog.ts';
import { createMemoryIndex, type SightedAd } from '../testing/memoryIndex.ts';
import { expectedLatest, packagedSnapshots } from '../testing/snapshots.ts';
import type { KnownAd } from './knownAd.ts';

/** Random sightings of one ad, each on another day, with mostly unknown values. */
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

/** Records sightings one after the other, and then the last one; returns the result of the last one. */
function see(before: readonly SightedAd[], last: SightedAd) {
  const index = createMemoryIndex();
  for (const each of before) index.record([each]);
  return index.record([last]);
}

/** The ad after all sightings. */
function all(seen: readonly SightedAd[]): KnownAd | null {
  const index = createMemoryIndex();
  for (const each of seen) index.record([each]);
  return index.ad();
}

const byTime = (one: SightedAd, other: SightedAd): number =>
  one.sighting.seenAt.getTime() - other.sighting.seenAt.getTime();
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
        const seen = list.map(toSightedAd).toSorted(byTime);
        const facts = all(list.map(toSightedAd))?.facts;
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
        const latest = seen.toSorted(byTime).at(-1);
        if (latest === undefined) return;
        const again = see([...seen, latest], latest);
        expect([again.changed, again.events, again.measurements]).toEqual([false, [], []]);
      }),
    );
  });

  it('create events with old and new value for watched facts', () => {
    assert(
      property(sightings, (list) => {
        const index = createMemoryIndex();
        for (const sighted of list.map(toSightedAd).toSorted(byTime)) {
          const before = index.ad();
          const merged = index.record([sighted]);
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
  it('at the same time: one wins in any order, the other fills gaps, and repeating both changes nothing', () => {
    const both = [on(1, { ctaText: 'Buy' }), on(1, { ctaText: 'Sign up', description: 'Light' })];
    const known = all(both);
    expect(known?.facts.description).toBe('Light');
    expect(known?.facts).toEqual(all(both.toReversed())?.facts);
    for (const each of both) expect(see(both, each)).toMatchObject({ changed: false, events: [] });
  });

  it('a file that contains an ad twice changes it once, whatever changes its media and counts', () => {
    const file = (day: number): SightedAd[] =>
      ['Buy', 'Sign up'].map((ctaText) =>
        on(day, {
          ctaText,
          capturedAt: `2026-01-0${day}`,
          media: [{ type: 'image', url: `https://cdn.example/${ctaText.length}?day=${day}` }],
          reach: { value: day },
        }),
      );
    const days = [1, 2, 3, 4, 5].flatMap((day) => (day % 2 === 0 ? file(day) : file(day).toReversed()));
    const index = createMemoryIndex();
    for (const each of days) index.record([each]);
    const fields = index.events().flatMap(({ changes }) => changes.map(({ field }) => field));
    expect(new Set(fields)).toEqual(new Set(['reach']));
  });

  it('an older sighting of a running ad that ended since: it is launched with it and stops later', () => {
    const index = createMemoryIndex();
    index.record([on(9, { endDate: '2026-01-05' })]);
    expect(index.record([on(2, { status: 'active' })]).ad.facts).toMatchObject({
      status: 'active',
      endDate: '2026-01-05',
    });
    expect(index.events().map(({ kind, at }) => [kind, at.slice(0, 10)])).toEqual([
      ['launched', '2026-01-02'],
      ['changed', '2026-01-09'],
      ['stopped', '2026-01-09'],
    ]);
  });

  it('an older sighting does not stop a running ad', () => {
    const known = all([on(9, { status: 'active' }), on(2, { status: 'inactive', endDate: '2026-01-01' })]);
    expect(known?.facts).toMatchObject({ status: 'active', endDate: null });
  });

  it('at the same time: the higher counts are kept', () => {
    const both = [on(1, { engagement: { likes: 10 } }), on(1, { engagement: { likes: 13, comments: 2 } })];
    expect(all([...both, ...both])?.latest).toMatchObject({ likes: 13, comments: 2 });
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
