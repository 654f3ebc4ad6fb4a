import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../testing/catalog.ts';
import {
  createMemoryIndex,
  tablesBeforeAd,
  type SightedAd,
  type TableBeforeAd,
} from '../testing/memoryIndex.ts';
import { shuffledBatches, someSighting } from '../testing/someSightings.ts';

type Index = ReturnType<typeof createMemoryIndex>;

const plainEvents = (index: Index) => index.events().map(({ kind, at, changes }) => ({ kind, at, changes }));

/** A count that an interrupted recording left is a measurement like any other, which sightings before it may show as known. */
function eventsWithoutReach(index: Index) {
  const events = plainEvents(index).map(({ kind, at, changes }) => ({
    kind,
    at,
    changes: changes.filter(({ field }) => field !== 'reach'),
  }));
  return events.filter(({ kind, changes }) => kind !== 'changed' || changes.length > 0);
}

function resultOf(index: Index) {
  const ad = index.ad();
  if (ad === null) throw new Error('The ad was recorded.');
  const { version: _version, addedIn: _addedIn, isLogged: _isLogged, facts, ...others } = ad;
  return {
    others,
    facts: { ...facts, reach: facts.reach?.value ?? null },
    events: eventsWithoutReach(index),
    measurements: index.measurements(),
  };
}

function sight(day: number, status: 'active' | 'inactive', landingPage = 'a'): SightedAd[] {
  const seenAt = new Date(`2026-01-0${day}T08:00:00Z`);
  const ad = openAd({
    key: 'meta:1',
    status,
    landingPageUrl: `https://acme.example/${landingPage}`,
    capturedAt: seenAt.toISOString(),
  });
  return [{ ad, sighting: { source: 'meta-web', seenAt } }];
}

const kinds = (index: Index): string[] => index.events().map(({ at, kind }) => `${at.slice(8, 10)} ${kind}`);

describe('a recording that is interrupted before it writes the ad', () => {
  it('of an older sighting leaves no event to a later sighting', () => {
    const index = createMemoryIndex();
    for (const day of [1, 4]) index.record(sight(day, 'active'));
    index.record(sight(2, 'inactive'), ['sightings', 'events']);
    index.record(sight(5, 'active', 'b'));
    expect(kinds(index)).toEqual(['01 launched', '05 changed']);
    index.record(sight(2, 'inactive'));
    expect(kinds(index)).toEqual(['01 launched', '02 stopped', '04 revived', '05 changed']);
  });

  it('gives back the events that it removed', () => {
    const index = createMemoryIndex();
    index.record(sight(1, 'active'));
    index.record(sight(4, 'inactive'));
    index.record(sight(2, 'inactive'), ['events']);
    index.record(sight(5, 'inactive', 'b'));
    expect(kinds(index)).toEqual(['01 launched', '04 stopped', '05 changed']);
  });

  it('of the last sighting leaves no event of another kind to a different one', () => {
    const index = createMemoryIndex();
    index.record(sight(1, 'active'));
    index.record(sight(2, 'inactive'), tablesBeforeAd);
    index.record(sight(3, 'active', 'b'));
    expect(kinds(index)).toEqual(['01 launched', '03 changed']);
  });

  it('and is repeated has the same sequence numbers as without an interruption', () => {
    const [whole, repeated] = [createMemoryIndex(), createMemoryIndex()];
    for (const index of [whole, repeated]) index.record(sight(1, 'active'));
    repeated.record(sight(2, 'inactive', 'b'), tablesBeforeAd);
    for (const index of [whole, repeated]) index.record(sight(2, 'inactive', 'b'));
    expect(repeated.ad()?.version).toBe(whole.ad()?.version);
    expect(repeated.events().map(({ sequence, kind }) => [sequence, kind])).toEqual(
      whole.events().map(({ sequence, kind }) => [sequence, kind]),
    );
  });
});

interface Step {
  readonly batch: readonly SightedAd[];
  /** What each interrupted attempt writes. */
  readonly attempts: readonly (readonly TableBeforeAd[])[];
  /** Whether it is recorded in the end, or only when all are repeated. */
  readonly ends: boolean;
}

const attempts = fc.array(fc.subarray([...tablesBeforeAd]), { maxLength: 2 });

/** Batches of sightings, each of which is interrupted at any of its steps, up to two times. */
const steps: fc.Arbitrary<Step[]> = fc
  .array(someSighting, { minLength: 1, maxLength: 5 })
  .chain(shuffledBatches)
  .chain((batches) =>
    fc.tuple(
      ...batches.map((batch) => fc.record({ batch: fc.constant(batch), attempts, ends: fc.boolean() })),
    ),
  );

function recordStep(index: Index, { batch, attempts: cut, ends }: Step): void {
  for (const writes of cut) index.record(batch, writes);
  if (ends) index.record(batch);
}

function subsets<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>((all, item) => all.flatMap((each) => [each, [...each, item]]), [[]]);
}

describe('sightings in any order and any batches, with interruptions at any step', () => {
  it('give the same ad, events and measurements as all of them at once, after the batches are repeated', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const [index, expected] = [createMemoryIndex(), createMemoryIndex()];
        for (const step of list) recordStep(index, step);
        for (const { batch } of list) index.record(batch);
        expected.record(list.flatMap(({ batch }) => batch));
        expect(resultOf(index)).toEqual(resultOf(expected));
      }),
      { numRuns: 400 },
    );
  });

  it('give, after each recording, the events of all recorded sightings and of some of the interrupted ones', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const index = createMemoryIndex();
        const [ended, cut]: [SightedAd[], SightedAd[]] = [[], []];
        for (const step of list) {
          recordStep(index, step);
          (step.ends ? ended : cut).push(...step.batch);
          if (!step.ends) continue;
          const possible = subsets([...new Set(cut)]).map((some) => {
            const expected = createMemoryIndex();
            expected.record([...ended, ...some]);
            return JSON.stringify(eventsWithoutReach(expected));
          });
          expect(possible).toContain(JSON.stringify(eventsWithoutReach(index)));
        }
      }),
      { numRuns: 300 },
    );
  });
});
