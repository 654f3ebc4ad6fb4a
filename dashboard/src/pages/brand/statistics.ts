import type { Answers } from '../../api/types.ts';
import { formatNumber, formatShort } from '../../words/format.ts';

type Stats = Answers['brandSpy']['getOverview']['stats'];

interface Statistic {
  readonly name: string;
  readonly valueOf: (stats: Stats) => number | null;
  readonly format: (value: number) => string;
  /** How it is made. */
  readonly tip: string;
}

function formatDays(days: number): string {
  return `${formatNumber(days)} ${Math.round(days) === 1 ? 'day' : 'days'}`;
}

/** The six numbers of a brand, the same wherever it is looked at. */
export const statistics: readonly Statistic[] = [
  {
    name: 'Ads',
    valueOf: ({ totalAds }) => totalAds,
    format: formatNumber,
    tip: 'Every ad of this brand that your sources brought and the filters leave.',
  },
  {
    name: 'Running now',
    valueOf: ({ activeAds }) => activeAds,
    format: formatNumber,
    tip: 'Ads that no source has seen stopped and whose end, where it is known, is not past.',
  },
  {
    name: 'Reach',
    valueOf: ({ totalReach }) => (totalReach === 0 ? null : totalReach),
    format: (value) => `≈ ${formatShort(value)}`,
    tip: 'The sum of what each ad reached: as platforms report it, the middle where they report a range, else an estimate. Somebody who saw two ads counts twice; ads of which nothing is known are left out.',
  },
  {
    name: 'Image ads',
    valueOf: ({ imageAds }) => imageAds,
    format: formatNumber,
    tip: 'Ads that show pictures. Ads of which neither pictures nor videos are known are left out.',
  },
  {
    name: 'Video ads',
    valueOf: ({ videoAds }) => videoAds,
    format: formatNumber,
    tip: 'Ads that show a video. Ads of which neither pictures nor videos are known are left out.',
  },
  {
    name: 'Average run',
    valueOf: ({ avgDaysRunning }) => avgDaysRunning,
    format: formatDays,
    tip: 'Days from the start of an ad to its end, or to today while it runs, on average.',
  },
];
