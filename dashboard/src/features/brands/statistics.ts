import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatNumber, formatShort } from '../../lib/format.ts';

type Stats = RouterOutputs['brandSpy']['getOverview']['stats'];

interface Statistic {
  readonly name: string;
  readonly valueOf: (stats: Stats) => number | null;
  readonly format: (value: number) => string;
  /** Explains the number. */
  readonly tip: string;
}

function formatDays(days: number): string {
  return `${formatNumber(days)} ${Math.round(days) === 1 ? 'day' : 'days'}`;
}

/** The key numbers of a brand, on its page and in comparisons. */
export const statistics: readonly Statistic[] = [
  {
    name: 'Ads',
    valueOf: ({ totalAds }) => totalAds,
    format: formatNumber,
    tip: 'Ads from this brand that match the filters.',
  },
  {
    name: 'Running now',
    valueOf: ({ activeAds }) => activeAds,
    format: formatNumber,
    tip: 'Ads that no source reports as stopped and whose end date has not passed.',
  },
  {
    name: 'Reach',
    valueOf: ({ totalReach }) => (totalReach === 0 ? null : totalReach),
    format: (value) => `≈ ${formatShort(value)}`,
    tip: 'Sum over all ads: reported by platforms, the midpoint of reported ranges, or estimated. People who saw two ads count twice. Ads with unknown reach are left out.',
  },
  {
    name: 'Image ads',
    valueOf: ({ imageAds }) => imageAds,
    format: formatNumber,
    tip: 'Ads with images. Ads with unknown media are left out.',
  },
  {
    name: 'Video ads',
    valueOf: ({ videoAds }) => videoAds,
    format: formatNumber,
    tip: 'Ads with video. Ads with unknown media are left out.',
  },
  {
    name: 'Average run',
    valueOf: ({ avgDaysRunning }) => avgDaysRunning,
    format: formatDays,
    tip: 'Average days from start to end, or to today for running ads.',
  },
];
