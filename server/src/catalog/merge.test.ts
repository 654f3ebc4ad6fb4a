import type { OpenAd } from '@magpie/contract';
import { array, assert, constantFrom, integer, option, property, record, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../testing/catalog.ts';
import type { KnownAd } from './knownAd.ts';
import { identify, merge, type Sighting } from './merge.ts';

/** Something that a source might say of one ad, mostly unknown, on one of ten days. */
const sightings = array(
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
  { minLength: 1, maxLength: 8 },
);

interface Told {
  readonly ad: OpenAd;
  readonly sighting: Sighting;
}

function toldOf(
  each: { day: number; source: string; reach: number | null; likes: number | null } & object,
): Told {
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

function see(known: KnownAd | null, { ad, sighting }: Told): ReturnType<typeof merge> {
  const [seen] = identify([ad], sighting);
  if (seen === undefined) throw new Error('one ad was given');
  return merge(known, known?.latest ?? null, seen, sighting);
}

const all = (told: readonly Told[]): KnownAd | null =>
  told.reduce<KnownAd | null>((known, each) => see(known, each).ad, null);

const isKnown = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== null);

describe('sightings of one ad, in any order', () => {
  it('never lose what was known', () => {
    assert(
      property(sightings, (list) => {
        const told = list.map(toldOf);
        const facts = all(told)?.facts;
        for (const field of ['ctaText', 'description', 'bodies', 'countries', 'status', 'reach'] as const) {
          const wasTold = told.some(({ ad }) => isKnown(ad[field]));
          expect([field, isKnown(facts?.[field] ?? null)]).toEqual([field, wasTold]);
        }
        for (const field of ['bodies', 'countries'] as const) {
          expect(new Set<string>(facts?.[field])).toEqual(
            new Set<string>(told.flatMap(({ ad }) => ad[field])),
          );
        }
      }),
    );
  });

  it('end in what the latest one that knew says', () => {
    assert(
      property(sightings, (list) => {
        const told = list
          .map(toldOf)
          .toSorted((a, b) => a.sighting.seenAt.getTime() - b.sighting.seenAt.getTime());
        const facts = all(told)?.facts;
        expect(facts?.ctaText).toBe(told.findLast(({ ad }) => ad.ctaText !== null)?.ad.ctaText ?? null);
        expect(facts?.status).toBe(told.findLast(({ ad }) => ad.status !== null)?.ad.status ?? null);
        expect(facts?.reach?.value ?? null).toBe(
          told.findLast(({ ad }) => ad.reach !== null)?.ad.reach?.value ?? null,
        );
      }),
    );
  });

  it('keep the first and the last time it was seen, and the newest counts', () => {
    assert(
      property(sightings, (list) => {
        const told = list.map(toldOf);
        const times = told.map(({ sighting }) => sighting.seenAt.toISOString()).toSorted();
        const known = all(told);
        expect([known?.firstSeenAt, known?.lastSeenAt]).toEqual([times[0], times.at(-1)]);
        const counted = told.some(({ ad }) => ad.reach !== null || ad.engagement?.likes !== null);
        expect(known?.latest !== null).toBe(counted);
      }),
    );
  });

  it('tell nothing new when the last one is repeated', () => {
    assert(
      property(sightings, (list) => {
        const told = list.map(toldOf);
        const latest = told.toSorted((a, b) => b.sighting.seenAt.getTime() - a.sighting.seenAt.getTime())[0];
        if (latest === undefined) return;
        const known = all([...told, latest]);
        const again = see(known, latest);
        expect([again.changed, again.events, again.measurements]).toEqual([false, [], []]);
      }),
    );
  });

  it('tell each change of what is watched, from what to what', () => {
    assert(
      property(sightings, (list) => {
        let known: KnownAd | null = null;
        for (const told of list.map(toldOf)) {
          const before: KnownAd | null = known;
          const merged = see(before, told);
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

it('a sighting from the future counts as one of now', () => {
  const [seen] = identify([openAd({ key: 'meta:1', capturedAt: '2290-01-01' })], {
    source: 'test',
    seenAt: new Date(),
  });
  expect(Date.parse(seen?.at ?? '')).toBeLessThanOrEqual(Date.now());
});
