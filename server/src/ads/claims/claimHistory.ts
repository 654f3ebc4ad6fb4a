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

/** The claim that each claim replaced: with the same subject, used before, and not any longer. */
export function findReplaced<Use extends ClaimUse>(uses: readonly Use[]): Map<Use, Use> {
  const bySubject = groupBy(
    uses.flatMap((use) => Array.from(use.subjects, (subject) => ({ subject, use }))),
    ({ subject }) => subject,
  );
  const replaced = new Map<Use, Use>();
  for (const group of bySubject.values()) {
    if (group.length === 1) continue;
    const ended = group.flatMap(({ use }) => (use.isCurrent === true ? [] : use)).toSorted(compareLastUse);
    for (const { use } of group) {
      const earlier = findEarlier(ended, use);
      const known = replaced.get(use);
      if (earlier === undefined) continue;
      if (known === undefined || compareLastUse(earlier, known) < 0) replaced.set(use, earlier);
    }
  }
  return replaced;
}

/** @param ended the last used first */
function findEarlier<Use extends ClaimUse>(ended: readonly Use[], later: Use): Use | undefined {
  const latest = Math.min(later.firstDay + maxOverlapDays, later.lastDay - 1);
  for (let at = findFirst(ended, latest); at < ended.length; at += 1) {
    const use = ended[at];
    if (use !== undefined && use.firstDay < later.firstDay && use.claim.value !== later.claim.value)
      return use;
  }
  return undefined;
}

/** The position of the first that was last used on this day or before, by bisection. */
function findFirst(ended: readonly ClaimUse[], day: number): number {
  let [from, to] = [0, ended.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ended[middle]?.lastDay ?? 0) > day) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The last used first; of those, the one with more ads. */
function compareLastUse(one: ClaimUse, other: ClaimUse): number {
  return (
    other.lastDay - one.lastDay || other.adCount - one.adCount || (one.claim.key < other.claim.key ? -1 : 1)
  );
}
