import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { api } from '../../lib/api/client.ts';
import { plusDays, todayInUtc } from '../../lib/days.ts';
import { countryName, plural } from '../../lib/format.ts';
import type { Platform } from '../../lib/labels.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { AdStrip, AdStripSkeleton } from '../ads/AdWall.tsx';
import type { TrendingSearch } from './search.ts';

/** The filter that selects the ads of a row. */
export type RowFilter = { readonly tagDefinitionIds: number[] } | { readonly companyNames: string[] };

interface BestAdsProps {
  readonly name: string;
  /** The number of ads in the ranking. */
  readonly ranked: number;
  readonly search: TrendingSearch;
  readonly filter: RowFilter;
}

/** The most liked ads of a row, and a link to all of them. */
export function BestAds({ name, ranked, search, filter }: BestAdsProps) {
  const filters = { ...rowFilters(search), ...filter };
  const found = useQuery(api.ads.search.queryOptions({ ...filters, limit: 6 }));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex gap-4">
          <Tip
            tip="Sorted by last measured likes. Ads without measurements come last."
            className="text-quiet"
          >
            Most liked
          </Tip>
          {'companyNames' in filter && (
            <Link to="/brands/$name" params={{ name }} className="text-accent hover:underline">
              Brand page
            </Link>
          )}
        </span>
        {found.data !== undefined && (
          <Link
            to="/discover"
            search={filters}
            className="inline-flex items-center gap-1 font-semibold text-accent hover:underline"
          >
            View {plural(found.data.total, 'ad')} in Discover
            <ArrowRight size={16} aria-hidden />
          </Link>
        )}
      </div>
      {found.data !== undefined && found.data.total !== ranked && (
        <p className="text-xs text-quiet">{explainDifference(ranked, search)}</p>
      )}
      <QueryView
        query={found}
        loading={<AdStripSkeleton count={3} />}
        isEmpty={({ ads }) => ads.length === 0}
        empty={<p className="text-quiet">None of these ads run in the selected country.</p>}
      >
        {({ ads }) => <AdStrip ads={ads} label={`Most liked ads: ${name}`} />}
      </QueryView>
    </div>
  );
}

/** Why the number of ads differs from the ranking. */
function explainDifference(ranked: number, { country }: TrendingSearch): string {
  const ads = plural(ranked, 'ad');
  if (country === undefined)
    return `The ranking counted ${ads} up to an hour ago. This is the current number.`;
  const name = countryName(country);
  return `The ranking counts the ${ads} last measured in ${name}. Shown are those that run in ${name}.`;
}

interface RowFilters {
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly platforms?: Platform[];
  readonly countries?: string[];
  readonly sortBy: 'likes';
}

/**
 * The `ads.search` filters for the ads of a period, most liked first. Seven days are today, in UTC, and the six days
 * before; ads with a future start date are excluded.
 */
export function rowFilters(
  { windowDays = 7, platform, country }: TrendingSearch,
  today = todayInUtc(),
): RowFilters {
  return {
    dateFrom: plusDays(today, 1 - windowDays),
    dateTo: today,
    ...(platform !== undefined && { platforms: [platform] }),
    ...(country !== undefined && { countries: [country] }),
    sortBy: 'likes',
  };
}
