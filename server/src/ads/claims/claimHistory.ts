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
    // Sorted, so that few of a long list are compared with each.
    const byEnd = group.map(({ use }) => use).toSorted(compareLastUse);
    for (const { use } of group) {
      const earlier = byEnd.find((other) => isReplacedBy(other, use));
      const known = replaced.get(use);
      if (earlier === undefined) continue;
      if (known === undefined || compareLastUse(earlier, known) < 0) replaced.set(use, earlier);
    }
  }
  return replaced;
}

function isReplacedBy(earlier: ClaimUse, later: ClaimUse): boolean {
  return (
    earlier.isCurrent !== true &&
    earlier.claim.value !== later.claim.value &&
    earlier.firstDay < later.firstDay &&
    earlier.lastDay <= later.firstDay + maxOverlapDays &&
    earlier.lastDay < later.lastDay
  );
}

/** The last used first; of those, the one with more ads. */
function compareLastUse(one: ClaimUse, other: ClaimUse): number {
  return (
    other.lastDay - one.lastDay || other.adCount - one.adCount || (one.claim.key < other.claim.key ? -1 : 1)
  );
}
