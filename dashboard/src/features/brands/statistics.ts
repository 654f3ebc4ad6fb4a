import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatNumber, formatShort } from '../../lib/format.ts';
import { brandsCopy } from './copy.ts';

export type Stats = RouterOutputs['brandSpy']['getOverview']['stats'];

const copy = brandsCopy.statistics;
type Key = keyof typeof copy;

const formats: Partial<Record<Key, (value: number) => string>> = {
  totalReach: (value) => `≈ ${formatShort(value)}`,
  avgDaysRunning: brandsCopy.days,
};

export const statistics = (Object.keys(copy) as readonly Key[]).map((key) => ({
  name: copy[key].name,
  tip: copy[key].tip,
  // A reach of zero is unknown.
  getValue: (stats: Stats) => (key === 'totalReach' && stats[key] === 0 ? null : stats[key]),
  format: formats[key] ?? formatNumber,
}));
