import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findReplaced, maxOverlapDays, maxPauseDays, type ClaimUse } from './claimHistory.ts';
import { findClaims } from './findClaims.ts';

function use(
  percent: number,
  firstDay: number,
  lastDay: number,
  isCurrent: boolean | null = false,
): ClaimUse {
  const [claim] = findClaims(`Up to ${percent}% off`);
  if (claim === undefined) throw new Error('it is a claim');
  return { claim, subjects: new Set([claim.subject ?? '']), firstDay, lastDay, isCurrent, adCount: 1 };
}

describe('a claim replaces', () => {
  it('the last one with another value that was used before it', () => {
    const [old, before, now] = [use(30, 1, 10), use(40, 11, 20), use(60, 25, 30, true)];
    const replaced = findReplaced([now, before, old]);
    expect([replaced.get(now), replaced.get(before), replaced.get(old)]).toEqual([before, old, undefined]);
  });

  it('none that is still used, or was used long after the change', () => {
    const now = use(60, 25, 100, true);
    expect(findReplaced([now, use(40, 1, 90, true)]).size).toBe(0);
    expect(findReplaced([now, use(40, 1, 25 + maxOverlapDays + 1)]).size).toBe(0);
    expect(findReplaced([now, use(40, 1, 25 + maxOverlapDays)]).size).toBe(1);
  });

  it('none that was last used long before', () => {
    const now = use(60, 100, 200, true);
    expect(findReplaced([now, use(40, 1, 100 - maxPauseDays)]).size).toBe(1);
    expect(findReplaced([now, use(40, 1, 100 - maxPauseDays - 1)]).size).toBe(0);
  });

  it('one that no other claim replaced before', () => {
    const [old, first, second] = [use(30, 1, 10), use(40, 11, 40), use(50, 12, 60, true)];
    const replaced = findReplaced([second, first, old]);
    expect([replaced.get(first), replaced.get(second)]).toEqual([old, undefined]);
  });

  it('the same as by the plain rule', () => {
    const some = fc
      .record({
        percent: fc.integer({ min: 1, max: 6 }),
        firstDay: fc.integer({ min: 0, max: 60 }),
        days: fc.integer({ min: 0, max: 20 }),
        isCurrent: fc.constantFrom(true, false, null),
      })
      .map(({ percent, firstDay, days, isCurrent }) => use(percent, firstDay, firstDay + days, isCurrent));
    const someUses = fc.uniqueArray(some, { selector: ({ claim }) => claim.key, maxLength: 6 });
    fc.assert(
      fc.property(someUses, (uses) => {
        const replaced = findReplaced(uses);
        const left = new Set(uses);
        const inOrder = uses.toSorted(
          (one, other) => one.firstDay - other.firstDay || (one.claim.key < other.claim.key ? -1 : 1),
        );
        for (const later of inOrder) {
          const candidates = uses.filter(
            (one) =>
              left.has(one) &&
              one !== later &&
              one.isCurrent !== true &&
              one.firstDay < later.firstDay &&
              one.lastDay < later.lastDay &&
              one.lastDay - later.firstDay <= maxOverlapDays &&
              later.firstDay - one.lastDay <= maxPauseDays,
          );
          const last = Math.max(...candidates.map(({ lastDay }) => lastDay));
          const found = replaced.get(later);
          expect(found?.lastDay).toBe(candidates.length === 0 ? undefined : last);
          if (found !== undefined) left.delete(found);
        }
      }),
      { numRuns: 500 },
    );
  });
});
