import type { OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../testing/catalog.ts';
import { createMemoryIndex, type SightedAd } from '../testing/memoryIndex.ts';
import { shuffledBatches, someSighting } from '../testing/someSightings.ts';
import type { KnownAd } from './knownAd.ts';
import { describeRun, toDate, toDay } from './run.ts';

const someBatches = fc.array(someSighting, { minLength: 1, maxLength: 6 }).chain(shuffledBatches);

describe('an import of known sightings', () => {
  it('changes no ad, event or measurement, whichever of its parts are repeated', () => {
    fc.assert(
      fc.property(
        someBatches.chain((batches) =>
          fc.record({ batches: fc.constant(batches), again: shuffledBatches(batches.flat()) }),
        ),
        ({ batches, again }) => {
          const index = createMemoryIndex();
          for (const batch of batches) index.record(batch);
          const result = (): unknown => {
            const { version: _version, addedIn: _addedIn, ...ad } = index.ad() ?? {};
            return structuredClone([ad, index.events(), index.measurements()]);
          };
          const before = result();
          for (const batch of again) {
            expect(index.record(batch).events).toEqual([]);
            expect(result()).toEqual(before);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

interface Seen {
  readonly day: number;
  readonly status: 'active' | 'inactive';
  readonly freshnessDays: number;
}

const first = toDay('2026-03-01');
const lastOf = 40;

/** One on each day, since of two on one day the order of their contents decides. */
const someSeen = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 0, max: lastOf }),
    status: fc.constantFrom('active' as const, 'active' as const, 'inactive' as const),
    freshnessDays: fc.constantFrom(0, 1, 3, 14),
  }),
  { minLength: 1, maxLength: 8, selector: ({ day }) => day },
);

function toSighting(
  { day, status, freshnessDays }: Seen,
  run: Pick<OpenAdInput, 'startDate' | 'endDate'>,
): SightedAd {
  const capturedAt = `${toDate(first + day)}T09:00:00.000Z`;
  const ad = openAd({ key: 'meta:1', status, ...run, capturedAt });
  return { ad, sighting: { source: 'test', seenAt: new Date(capturedAt), freshnessDays } };
}

function isActiveOn(day: number, known: KnownAd): boolean {
  const { firstSeenAt, lastConfirmedAt, freshnessDays, facts } = known;
  const { status, startDate, endDate } = facts;
  const run = { status, startDate, endDate, firstSeenAt, lastConfirmedAt, freshnessDays };
  return describeRun(run, toDate(first + day)).status === 'active';
}

/** The newest sighting decides: it says that the ad runs, not longer ago than its freshness, and the ad has not ended. */
function isRunningPlainly(day: number, seen: readonly Seen[], start: number, end: number | null): boolean {
  const newest = seen.reduce((one, other) => (other.day > one.day ? other : one));
  return (
    newest.status === 'active' &&
    start <= day &&
    (end === null || day <= end) &&
    day <= newest.day + newest.freshnessDays
  );
}

describe('an ad', () => {
  it('is active exactly within its window, whatever the order of its sightings', () => {
    fc.assert(
      fc.property(
        someSeen.chain((seen) =>
          fc.record({
            seen: fc.constant(seen),
            order: fc.shuffledSubarray(seen, { minLength: seen.length, maxLength: seen.length }),
            start: fc.integer({ min: -5, max: 10 }),
            // A library that states a later sighting of an ad that has ended contradicts itself.
            after: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
          }),
        ),
        ({ seen, order, start, after }) => {
          const end = after === null ? null : Math.max(start, ...seen.map(({ day }) => day)) + after;
          const run = {
            startDate: toDate(first + start),
            endDate: end === null ? null : toDate(first + end),
          };
          const index = createMemoryIndex();
          for (const each of order) index.record([toSighting(each, run)]);
          const known = index.ad();
          if (known === null) throw new Error('the ad is recorded');
          const days = Array.from({ length: lastOf + 25 }, (_, at) => at - 5);
          const newest = Math.max(...seen.map(({ day }) => day));
          for (const day of days.filter((each) => each >= newest)) {
            expect([day, isActiveOn(day, known)]).toEqual([day, isRunningPlainly(day, seen, start, end)]);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
