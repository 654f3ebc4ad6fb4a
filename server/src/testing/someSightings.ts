import type { OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { openAd } from './catalog.ts';
import type { SightedAd } from './memoryIndex.ts';

const optional = <Value>(...values: readonly Value[]): fc.Arbitrary<Value | null> =>
  fc.option(fc.constantFrom(...values), { nil: null });
const count = fc.option(fc.nat(3), { nil: null });
const day = fc.integer({ min: 1, max: 6 });

const facts = fc.record({
  day,
  /** Of the record: of its reading, of the last sighting, or of both. */
  time: fc.constantFrom('captured' as const, 'captured' as const, 'seen' as const, 'both' as const),
  source: fc.constantFrom('meta-api', 'meta-web'),
  advertiser: fc.constantFrom('Acme', 'Globex'),
  status: optional('active' as const, 'inactive' as const),
  endDate: optional('2026-01-03', '2026-01-05'),
  startDate: optional('2026-01-01', '2025-12-31'),
  bodies: fc.subarray(['First', 'Second', 'Third']),
  countries: fc.subarray(['DE', 'FR']),
  ctaText: optional('Buy', 'Sign up'),
  landingPageUrl: optional('https://acme.example/a', 'https://acme.example/b'),
  media: fc.subarray(['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'], { maxLength: 1 }),
  gender: fc.option(fc.nat(2), { nil: null }),
  country: fc.option(fc.nat(2), { nil: null }),
  reach: fc.option(fc.record({ value: fc.nat(3), isRange: fc.boolean() }), { nil: null }),
  likes: count,
  comments: count,
  snapshot: fc.option(fc.record({ day, reach: count, likes: count }), { nil: null }),
  firstSeen: fc.option(day, { nil: null }),
  /** The days of the events that an export reports. */
  events: fc.option(fc.subarray([1, 2, 3, 4, 5, 6]), { nil: null, freq: 6 }),
});

const timeOf = (on: number): string => `2026-01-0${on}T00:00:00.000Z`;

/** A sighting of an ad with an explicit time, at which there may be others. */
export const someSighting: fc.Arbitrary<SightedAd> = facts.map((each) => {
  const { time, source, advertiser, events, media, gender, country, reach, snapshot, firstSeen } = each;
  const { status, endDate, startDate, bodies, countries, ctaText, landingPageUrl, likes, comments } = each;
  const input: Partial<OpenAdInput> = {
    key: 'meta:1',
    status,
    endDate: startDate !== null && endDate !== null && endDate < startDate ? null : endDate,
    startDate,
    bodies,
    countries,
    ctaText,
    landingPageUrl,
    media: media.map((url) => ({ type: 'image' as const, url })),
    demographics:
      gender === null && country === null
        ? null
        : {
            gender: gender === null ? {} : { female: gender },
            country: country === null ? {} : { DE: country },
          },
    reach:
      reach === null
        ? null
        : reach.isRange
          ? { lower: reach.value, upper: reach.value + 2 }
          : { value: reach.value },
    engagement: { likes, comments },
    snapshots:
      snapshot === null
        ? []
        : [{ capturedAt: timeOf(snapshot.day), reach: snapshot.reach, likes: snapshot.likes }],
    firstSeenAt: firstSeen === null ? null : timeOf(firstSeen),
    events: (events ?? [])
      .filter((on) => on <= each.day)
      .map((on, index) => ({ at: timeOf(on), kind: index === 0 ? 'launched' : 'stopped' })),
    ...(time === 'seen' ? {} : { capturedAt: timeOf(each.day) }),
    ...(time === 'captured' ? {} : { lastSeenAt: timeOf(time === 'seen' ? each.day : 1) }),
  };
  return {
    ad: openAd({ ...input, advertiser: { name: advertiser } }),
    sighting: { source, seenAt: new Date('2026-02-01T00:00:00Z') },
  };
});

/** The same sightings in any order, some of them twice, in batches of any size. */
export function shuffledBatches(sightings: readonly SightedAd[]): fc.Arbitrary<SightedAd[][]> {
  const { length } = sightings;
  return fc
    .tuple(
      fc.shuffledSubarray([...sightings], { minLength: length, maxLength: length }),
      fc.subarray([...sightings]),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2 * length, maxLength: 2 * length }),
    )
    .map(([once, again, sizes]) => {
      const left = [...once, ...again];
      return sizes.flatMap((size) => (left.length === 0 ? [] : [left.splice(0, size)]));
    });
}
