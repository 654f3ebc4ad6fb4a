import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factNames } from './knownAd.ts';
import { isUnknownFact } from './transparency.ts';
import { createMemoryIndex, type SightedAd } from '../testing/memoryIndex.ts';
import { shuffledBatches, someSighting } from '../testing/someSightings.ts';

const someSightings = fc.array(someSighting, { minLength: 1, maxLength: 6 });

type Batches = readonly (readonly SightedAd[])[];

/** What must not depend on the order. */
function resultOf(batches: Batches, before: Batches = []) {
  const index = createMemoryIndex();
  for (const batch of before) index.record(batch);
  if (before.length > 0) index.dropLog();
  for (const batch of batches) index.record(batch);
  const { version: _version, addedIn: _addedIn, isLogged: _isLogged, ...ad } = index.ad() ?? {};
  return {
    ad,
    events: index.events().map(({ kind, at, changes }) => ({ kind, at, changes })),
    measurements: index.measurements(),
  };
}

const shuffled = someSightings.chain((list) =>
  fc.record({ list: fc.constant(list), batches: shuffledBatches(list) }),
);

describe('sightings in any order and any batches', () => {
  it('give the same ad, events and measurements as all of them at once', () => {
    fc.assert(
      fc.property(shuffled, ({ list, batches }) => {
        expect(resultOf(batches)).toEqual(resultOf([list]));
      }),
      { numRuns: 300 },
    );
  });

  it('give the same result for an ad that was recorded before sightings were logged', () => {
    fc.assert(
      fc.property(someSightings, shuffled, (before, { list, batches }) => {
        expect(resultOf(batches, [before])).toEqual(resultOf([list], [before]));
      }),
      { numRuns: 300 },
    );
  });

  it('lose no known value if rows of the log are lost', () => {
    fc.assert(
      fc.property(shuffled, someSighting, ({ batches }, last) => {
        const index = createMemoryIndex();
        for (const batch of batches) index.record(batch);
        const before = index.ad();
        index.loseLog();
        const { facts } = index.record([last]).ad;
        // A later sighting of the running ad removes its end.
        const known = factNames.filter(
          (name) => name !== 'endDate' && !isUnknownFact(before?.facts[name] ?? null),
        );
        expect(known.filter((name) => isUnknownFact(facts[name]))).toEqual([]);
        expect(index.events().length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('keep the recording of events that still hold', () => {
    fc.assert(
      fc.property(shuffled, ({ batches }) => {
        const index = createMemoryIndex();
        for (const batch of batches) {
          const before = index.events();
          const { events } = index.record(batch);
          for (const { kind, at, recordedIn } of before) {
            const now = index
              .events()
              .find((each) => each.kind === kind && (each.at === at || kind === 'launched'));
            expect(now?.recordedIn ?? recordedIn).toBe(recordedIn);
          }
          const sequences = index.events().map(({ sequence }) => sequence);
          expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
          expect(Math.max(...sequences)).toBeLessThanOrEqual(index.ad()?.version ?? 0);
          expect(events.every((event) => index.events().includes(event))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
