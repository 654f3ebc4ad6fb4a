import type { OpenAdInput } from '@magpie/contract';
import { boolean, constantFrom, integer, option, record, uniqueArray, type Arbitrary } from 'fast-check';
import type { Measurement } from '../ads/knownAd.ts';

/** Some snapshots of one ad, and the same snapshots split over several descriptions of it. */
export interface PackagedSnapshots {
  readonly snapshots: readonly Measurement[];
  readonly packages: readonly Partial<OpenAdInput>[];
}

const count = option(integer({ min: 0, max: 3 }), { nil: null });

const snapshot: Arbitrary<Measurement> = record({
  capturedAt: integer({ min: 1, max: 9 }).map((day) => `2026-01-0${day}T00:00:00.000Z`),
  reach: count,
  likes: count,
  comments: count,
  shares: count,
  rankCountry: option(constantFrom('DE', 'MT'), { nil: null }),
});

const placed = record({ snapshot, package: integer({ min: 0, max: 3 }), isCurrent: boolean() });

/** Each at a different time, in any order and any split; a single one also as current values. */
export function packagedSnapshots(): Arbitrary<PackagedSnapshots> {
  const selector = (each: { readonly snapshot: Measurement }): string => each.snapshot.capturedAt;
  return uniqueArray(placed, { minLength: 1, maxLength: 6, selector }).map((list) => {
    const packages = [...new Set(list.map((each) => each.package))].map((number) => {
      const inside = list.filter((each) => each.package === number);
      return packageOf(
        inside.map((each) => each.snapshot),
        inside.some(({ isCurrent }) => isCurrent),
      );
    });
    return { snapshots: list.map((each) => each.snapshot), packages };
  });
}

function packageOf(snapshots: Measurement[], isCurrent: boolean): Partial<OpenAdInput> {
  const [first, second] = snapshots;
  if (!isCurrent || first === undefined || second !== undefined) return { snapshots };
  const { capturedAt, reach, ...engagement } = first;
  return { capturedAt, reach: reach === null ? null : { value: reach }, engagement };
}

/** What counts of them, found by plain loops; nothing where nothing was counted. */
export function expectedLatest(snapshots: readonly Measurement[]): Measurement | undefined {
  const sorted = snapshots.toSorted((one, other) => (one.capturedAt < other.capturedAt ? -1 : 1));
  const counted = sorted.findLast(({ likes, comments, shares }) =>
    [likes, comments, shares].some((value) => value !== null),
  );
  const reached = sorted.findLast(({ reach }) => reach !== null);
  const newest = counted ?? reached;
  return newest === undefined ? undefined : { ...newest, reach: reached?.reach ?? null };
}
