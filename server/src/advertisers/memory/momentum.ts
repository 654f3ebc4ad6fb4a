import type { ReachedAd } from '../../ads/launchMomentum.ts';
import { toDay } from '../../ads/run.ts';
import { hashAt, textAt } from './adColumns.ts';
import type { Selection } from './selection.ts';
import { selectPage } from './top.ts';

/** With a counted or estimated reach, the last launched first. */
export function listReachedAds({ columns, rows }: Selection, until: string, limit: number): ReachedAd[] {
  const last = toDay(until);
  const dayOf = (row: number): number => columns.firstDay[row] ?? 0;
  const kindOf = (row: number): string | null => textAt(columns, columns.reachKind[row]);
  const matching = rows.filter(
    (row) => !Number.isNaN(columns.reach[row]) && dayOf(row) <= last && kindOf(row) !== 'range',
  );
  const days = matching.map(dayOf);
  return selectPage(
    matching,
    { limit, offset: 0 },
    (one, other) => (days[other] ?? 0) - (days[one] ?? 0) || one - other,
  ).map((row) => ({
    hash: hashAt(columns, row),
    launchDay: columns.hasStart[row] === 1 ? dayOf(row) : null,
    isEstimated: kindOf(row) !== 'reported',
  }));
}
