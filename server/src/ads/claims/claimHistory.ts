import { groupBy } from '../../db/postgres/batches.sql.ts';
import type { Claim } from './findClaims.ts';

/** When an advertiser used a claim. Days are counted from 1970. */
export interface ClaimUse {
  readonly claim: Claim;
  /** Of all sentences that contain it. */
  readonly subjects: ReadonlySet<string>;
  readonly firstDay: number;
  readonly lastDay: number;
  /** Null if it is not known whether the last ad ended. */
  readonly isCurrent: boolean | null;
  readonly adCount: number;
}

/** Ads with the old value often run some days longer than the first with the new one. */
export const maxOverlapDays = 7;
/** After a longer pause, the new value is no change of the old one. */
export const maxPauseDays = 30;

/**
 * The claim that each claim replaced: with the same subject, used before, and not any longer. A claim is replaced by one
 * claim at most, the one that was first used first.
 */
export function findReplaced<Use extends ClaimUse>(uses: readonly Use[]): Map<Use, Use> {
  const ended = groupBy(
    uses
      .filter(({ isCurrent }) => isCurrent !== true)
      .toSorted(compareLastUse)
      .flatMap((use) => Array.from(use.subjects, (subject) => ({ subject, use }))),
    ({ subject }) => subject,
  );
  const replaced = new Map<Use, Use>();
  const taken = new Set<Use>();
  for (const use of uses.toSorted(compareFirstUse)) {
    const [earlier] = Array.from(use.subjects, (subject) => findEarlier(ended.get(subject) ?? [], use, taken))
      .flatMap((found) => found ?? [])
      .toSorted(compareLastUse);
    if (earlier === undefined) continue;
    replaced.set(use, earlier);
    taken.add(earlier);
  }
  return replaced;
}

interface Ended<Use> {
  readonly use: Use;
}

/** @param ended the last used first */
function findEarlier<Use extends ClaimUse>(
  ended: readonly Ended<Use>[],
  later: Use,
  taken: ReadonlySet<Use>,
): Use | undefined {
  const latest = Math.min(later.firstDay + maxOverlapDays, later.lastDay - 1);
  for (let at = findFirst(ended, latest); at < ended.length; at += 1) {
    const use = ended[at]?.use;
    if (use === undefined || use.lastDay < later.firstDay - maxPauseDays) return undefined;
    if (use.firstDay < later.firstDay && use.claim.value !== later.claim.value && !taken.has(use)) return use;
  }
  return undefined;
}

/** The position of the first that was last used on this day or before, by bisection. */
function findFirst(ended: readonly Ended<ClaimUse>[], day: number): number {
  let [from, to] = [0, ended.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ended[middle]?.use.lastDay ?? 0) > day) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The first used first; of those, the one with more ads. */
function compareFirstUse(one: ClaimUse, other: ClaimUse): number {
  return (
    one.firstDay - other.firstDay || other.adCount - one.adCount || (one.claim.key < other.claim.key ? -1 : 1)
  );
}

/** The last used first; of those, the one with more ads. */
function compareLastUse(one: ClaimUse, other: ClaimUse): number {
  return (
    other.lastDay - one.lastDay || other.adCount - one.adCount || (one.claim.key < other.claim.key ? -1 : 1)
  );
}
