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

/** With dates, only ads launched on these days count, which the names state. */
export function listStatistics(search: AdsSearch) {
  const texts = { ...copy, ...(hasRange(search) && brandsCopy.statisticsOfRange) };
  return (Object.keys(copy) as readonly Key[]).map((key) => ({
    name: texts[key].name,
    tip: texts[key].tip,
    // A reach of zero is unknown.
    getValue: (stats: Stats) => (key === 'totalReach' && stats[key] === 0 ? null : stats[key]),
    format: formats[key] ?? formatNumber,
  }));
}
