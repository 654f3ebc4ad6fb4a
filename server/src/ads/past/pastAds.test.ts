import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryIndex, type SightedAd } from '../../testing/memoryIndex.ts';
import { shuffledBatches, someSighting } from '../../testing/someSightings.ts';
import type { KnownAd } from '../knownAd.ts';
import type { ReportedEvent } from '../sightings.ts';
import { foldPastAd } from './pastAds.ts';

type Index = ReturnType<typeof createMemoryIndex>;

const timeOf = ({ ad: { capturedAt, lastSeenAt } }: SightedAd): string => capturedAt ?? lastSeenAt ?? '';
const days = [1, 2, 3, 4, 5, 6].map((day) => `2026-01-0${day}T00:00:00.000Z`);
const plain = ({ kind, at, changes }: ReportedEvent) => ({ kind, at, changes });

function comparable({ nameId, facts, latest, digest, ...ad }: KnownAd) {
  const { firstSeenAt, lastSeenAt, lastConfirmedAt, freshnessDays } = ad;
  return { nameId, facts, latest, digest, firstSeenAt, lastSeenAt, lastConfirmedAt, freshnessDays };
}

function readCurrent(index: Index): unknown {
  const ad = index.ad();
  if (ad === null) return null;
  return { ad: comparable(ad), events: index.events().map(plain), measurements: index.measurements() };
}

function readPast(index: Index, at: string): unknown {
  const current = index.ad();
  if (current === null || current.lastSeenAt <= at) return readCurrent(index);
  const merged = current.isLogged ? foldPastAd(current, index.log(), at) : null;
  if (merged === null) return null;
  const { ad, events, measurements } = merged;
  return {
    ad: comparable(ad),
    events: events.map(plain),
    measurements: measurements.toSorted((one, other) => (one.capturedAt < other.capturedAt ? -1 : 1)),
  };
}

it('an ad at a moment is that of an index of the sightings until then, whatever the order of recording', () => {
  const shuffled = fc
    .array(someSighting, { minLength: 1, maxLength: 6 })
    .chain((list) => fc.record({ list: fc.constant(list), batches: shuffledBatches(list) }));
  fc.assert(
    fc.property(shuffled, ({ list, batches }) => {
      const index = createMemoryIndex();
      for (const batch of batches) index.record(batch);
      for (const at of days) {
        const reference = createMemoryIndex();
        const seen = list.filter((each) => timeOf(each) <= at);
        if (seen.length > 0) reference.record(seen);
        expect(readPast(index, at)).toEqual(readCurrent(reference));
      }
    }),
    { numRuns: 200 },
  );
});
