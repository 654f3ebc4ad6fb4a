import {
  countryName,
  formatDecimal,
  formatNumber,
  formatShare,
  formatShortDay,
  plural,
} from '../../lib/format.ts';
import { platformNames } from '../../lib/labels.ts';
import { libraryName } from '../ads/coverage.ts';
import type { Cell, Saturation } from './saturation.ts';
import type { TrendingSearch } from './search.ts';

interface Engagement {
  readonly totalEngagement: number;
  readonly adCount: number;
  readonly avgEngagementPerAd: number;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

export const trendingCopy = {
  title: 'Trending',
  about: 'What works in newly launched ads',
  views: 'Views',
  leaderboards: 'Leaderboards',

  filters: {
    period: 'Period',
    platform: 'Platform',
    all: 'All',
    country: 'Country',
    allCountries: 'All countries',
    category: 'Tag category',
    allCategories: 'All categories',
    sortBy: 'Sort by',
    sorts: { engagement: 'Most engagement', momentum: 'Rising momentum' },
  },

  ranking: {
    tags: 'Tags',
    aboutTags: 'Top hooks, offers and claims',
    brands: 'Brands',
    aboutBrands: 'Top brands',
    platforms: (count: number) => plural(count, 'platform'),
    by: <Node>(what: string, measure: Node) => [`${what}, by `, measure],
    engagement: 'engagement',
    momentum: 'momentum',
    momentumTip: ({ windowDays = 7 }: TrendingSearch) =>
      windowDays > 45
        ? 'Periods above 45 days have no trend. Sorted by engagement.'
        : `The strongest rise in their share of all launches first, against the previous ${windowDays} days.\nUpdated hourly.`,
    engagementTip: ({ country, windowDays = 7 }: TrendingSearch) => {
      const where = country === undefined ? '' : ` last measured in ${countryName(country)}`;
      return `Likes, comments and shares of ads${where} that were launched in the last ${windowDays} days.\nUpdated hourly.`;
    },
    engagementLabel: 'Engagement: ',
    notKnown: 'No data',
    rowTip: ({ totalEngagement, adCount, avgEngagementPerAd: average }: Engagement) => {
      if (totalEngagement === 0) return 'No likes, comments or shares are reported for these ads.';
      const perAd = average < 10 ? formatDecimal(average) : formatNumber(average);
      return `${formatNumber(totalEngagement)} likes, comments and shares over ${plural(adCount, 'ad')} launched in this period: ${perAd} per ad.\nAds without measurements count as zero.`;
    },
    best: (name: string) => `Ads with the most engagement: ${name}`,
    openAd: (headline: string | null) =>
      `Open the ad ${headline === null ? 'without a headline' : `“${headline}”`}`,
    change: (percent: number) =>
      percent === 0 ? '0%' : `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}%`,
    changeNew: 'New',
    changeTip: (now: number, before: number, days: number, isFew: boolean) =>
      `${plural(now, 'ad')} launched in the last ${days} days, ${formatNumber(before)} in the previous ${days} days.${isFew ? ' Too few to compare.' : ''}`,
    changeNotKnown: 'Periods above 45 days have no trend.',
    launchesByDay: (counts: string) => `Launches by day: ${counts}`,
    loading: 'Loading ranking',
    retrying: 'Too many requests. Retrying in ',
    seconds: (count: number) => plural(count, 'second'),
    empty: ({ windowDays = 7, platform, country, category }: TrendingSearch) => {
      const where = [
        platform === undefined ? '' : ` on ${platformNames[platform]}`,
        country === undefined ? '' : ` in ${countryName(country)}`,
        category === undefined ? '' : ' with tags of this category',
      ].join('');
      return `No ads${where} were launched in the last ${windowDays} days.`;
    },
    showLongest: 'Show 90 days',
  },

  bestAds: {
    title: 'Most liked',
    tip: 'Sorted by last measured likes. Ads without measurements come last.',
    brandPage: 'Brand page',
    view: (count: number) => `View ${plural(count, 'ad')} in Discover`,
    list: (name: string) => `Most liked ads: ${name}`,
    empty: 'None of these ads run in the selected country.',
    /** Why the number of ads differs from the ranking. */
    difference: (ranked: number, { country }: TrendingSearch) => {
      const ads = plural(ranked, 'ad');
      if (country === undefined)
        return `The ranking counted ${ads} up to an hour ago. This is the current number.`;
      const name = countryName(country);
      return `The ranking counts the ${ads} last measured in ${name}. Shown are those that run in ${name}.`;
    },
  },

  saturation: {
    title: 'Angles and offers',
    about: 'How many brands use each angle with each offer',
    brands: 'Brands',
    followed: 'Brands you follow',
    category: (name: string, brands: number | undefined) =>
      brands === undefined ? name : `${name} (${formatNumber(brands)})`,
    loading: 'Loading map',
    mapTitle: 'Brands per pair',
    mapAbout: (map: Saturation): string =>
      `${trendingCopy.saturation.size(map)} launched ${formatShortDay(map.from)} – ${formatShortDay(map.to)}`,
    size: ({ advertisers, ads }: Pick<Saturation, 'advertisers' | 'ads'>): string =>
      `${plural(advertisers, 'brand')}, ${plural(ads, 'ad')}`,
    caption: 'Number of brands for each angle (rows) and offer (columns)',
    axes: 'Angle / offer',
    legend: 'Brands',
    none: 'No ads',
    usedBefore: 'Only in the previous period',
    range: (from: number, to: number) =>
      from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`,
    pair: (angle: string, offer: string) => `${angle} + ${offer}`,
    cellLabel: (name: string, cell: Cell): string => `${name}: ${trendingCopy.saturation.size(cell)}`,
    cellTip: (name: string, cell: Cell) =>
      [
        name,
        `${plural(cell.advertisers, 'brand')}${ofAll(cell.share)}, ${plural(cell.ads, 'ad')}`,
        cell.advertisersBefore === null
          ? 'No earlier data'
          : `Before: ${plural(cell.advertisersBefore, 'brand')}${ofAll(cell.shareBefore)}, ${plural(cell.adsBefore ?? 0, 'ad')}`,
        cell.ads > 0 ? 'View these ads in Discover' : 'View the earlier ads in Discover',
      ].join('\n'),
    showAll: (angles: number, offers: number) =>
      `Show all ${plural(angles, 'angle')} and ${plural(offers, 'offer')}`,
    evidence: ({ evidence, ads }: Saturation) => {
      const libraries = list.format(evidence.libraries.map(libraryName));
      return [
        `${formatNumber(evidence.ads)} of ${plural(ads, 'ad')} have an angle and an offer.`,
        `${formatNumber(evidence.withoutAngle)} have no detected angle, ${formatNumber(evidence.withoutOffer)} no detected offer.`,
        ...(libraries === '' ? [] : [`From ${libraries}.`]),
      ].join(' ');
    },
    noFollowed: 'You follow no brands yet. Choose a category, or follow brands on their pages.',
    empty: (ads: string, days: number) =>
      `None of the ${ads} ads launched in the last ${days} days has a detected angle and offer.`,
    examples: 'An ad with the angle, and one with the offer',
    adsOf: (pair: string) => `Ads with ${pair}`,
    emptyTitle: 'Unused pairs',
    emptyAbout: 'Both are used in this period, but not together',
    noEmpty: 'Every pair has ads.',
    expected: ({ expectedAdvertisers }: Saturation['empty'][number]) =>
      `≈ ${formatDecimal(expectedAdvertisers)} brands would be usual`,
    expectedTip: ({ evidence }: Saturation['empty'][number]) =>
      `Estimated from ${plural(evidence.ads, 'ad')} with this angle or this offer, if brands combined them freely.`,
    emptyingTitle: 'Losing brands',
    emptyingAbout: 'Fewer brands than in the previous period',
    noEmptying: 'No pair lost brands.',
    beforeNotKnown: 'Choose a period of 45 days or less to see a trend.',
    fall: ({ advertisers, advertisersBefore, state }: Cell) =>
      `${formatNumber(advertisersBefore ?? 0)} → ${plural(advertisers, 'brand')}${state === 'cooling' ? '' : ', too few to be sure'}`,
  },
} as const;

function ofAll(share: number | null): string {
  return share === null ? '' : ` (${formatShare(share)})`;
}
