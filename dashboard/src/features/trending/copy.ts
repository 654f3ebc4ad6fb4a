import { countryName, formatDecimal, formatNumber, plural } from '../../lib/format.ts';
import { platformNames } from '../../lib/labels.ts';
import type { TrendingSearch } from './search.ts';

interface Engagement {
  readonly totalEngagement: number;
  readonly adCount: number;
  readonly avgEngagementPerAd: number;
}

export const trendingCopy = {
  title: 'Trending',
  about: 'What works in newly launched ads',

  filters: {
    period: 'Period',
    platform: 'Platform',
    all: 'All',
    country: 'Country',
    allCountries: 'All countries',
    category: 'Tag category',
    allCategories: 'All categories',
  },

  ranking: {
    tags: 'Tags',
    aboutTags: 'Top hooks, offers and claims',
    brands: 'Brands',
    aboutBrands: 'Top brands',
    platforms: (count: number) => plural(count, 'platform'),
    by: <Node>(what: string, engagement: Node) => [`${what}, by `, engagement],
    engagement: 'engagement',
    engagementTip: ({ country, windowDays = 7 }: TrendingSearch) => {
      const where = country === undefined ? '' : ` last measured in ${countryName(country)}`;
      return `Likes, comments and shares of ads${where} that were launched in the last ${windowDays} days.\nUpdated hourly.`;
    },
    engagementLabel: 'Engagement: ',
    rowTip: ({ totalEngagement, adCount, avgEngagementPerAd: average }: Engagement) => {
      const perAd = average < 10 ? formatDecimal(average) : formatNumber(average);
      return `${formatNumber(totalEngagement)} likes, comments and shares over ${plural(adCount, 'ad')} launched in this period: ${perAd} per ad.\nAds without measurements count as zero.`;
    },
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
} as const;
