import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatNumber, formatShort } from '../../lib/format.ts';
import { brandsCopy } from './copy.ts';
import { type AdsSearch, hasRange } from './search.ts';

export type Stats = RouterOutputs['brandSpy']['getOverview']['stats'];

const copy = brandsCopy.statistics;
type Key = keyof typeof copy;

const formats: Partial<Record<Key, (value: number) => string>> = {
  totalReach: (value) => `≈ ${formatShort(value)}`,
  avgDaysRunning: brandsCopy.days,
};

/** Whether the mean is a lower bound, since the start or end of some ads is not known. */
function isLowerBound(key: Key, { avgDaysRunningKind }: Stats): boolean {
  return key === 'avgDaysRunning' && avgDaysRunningKind === 'atLeast';
}

/** With dates, only ads launched on these days count, which the names state. */
export function listStatistics(search: AdsSearch) {
  const texts = { ...copy, ...(hasRange(search) && brandsCopy.statisticsOfRange) };
  return (Object.keys(copy) as readonly Key[]).map((key) => ({
    name: texts[key].name,
    tip: texts[key].tip,
    // A reach of zero is unknown.
    getValue: (stats: Stats) => (key === 'totalReach' && stats[key] === 0 ? null : stats[key]),
    isLowerBound: (stats: Stats) => isLowerBound(key, stats),
    format: formats[key] ?? formatNumber,
  }));
}
