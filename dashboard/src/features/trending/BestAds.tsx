import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { api } from '../../lib/api/client.ts';
import { plusDays, todayInUtc } from '../../lib/days.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { AdStrip, AdStripSkeleton } from '../ads/AdWall.tsx';
import type { TrendingSearch } from './search.ts';
import { trendingCopy } from './copy.ts';

const copy = trendingCopy.bestAds;

export type RowFilter = { readonly tagDefinitionIds: number[] } | { readonly companyNames: string[] };

interface BestAdsProps {
  readonly name: string;
  readonly ranked: number;
  readonly search: TrendingSearch;
  readonly filter: RowFilter;
}

export function BestAds({ name, ranked, search, filter }: BestAdsProps) {
  const filters = { ...rowFilters(search), ...filter };
  const found = useQuery(api.ads.search.queryOptions({ ...filters, limit: 6 }));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex gap-4">
          <Tip tip={copy.tip} className="text-quiet">
            {copy.title}
          </Tip>
          {'companyNames' in filter && (
            <Link to="/brands/$name" params={{ name }} className="text-accent hover:underline">
              {copy.brandPage}
            </Link>
          )}
        </span>
        {found.data !== undefined && (
          <Link
            to="/discover"
            search={filters}
            className="inline-flex items-center gap-1 font-semibold text-accent hover:underline"
          >
            {copy.view(found.data.total)}
            <ArrowRight size={16} aria-hidden />
          </Link>
        )}
      </div>
      {found.data !== undefined && found.data.total !== ranked && (
        <p className="text-xs text-quiet">{copy.difference(ranked, search)}</p>
      )}
      <QueryView
        query={found}
        loading={<AdStripSkeleton count={3} />}
        isEmpty={({ ads }) => ads.length === 0}
        empty={<p className="text-quiet">{copy.empty}</p>}
      >
        {({ ads }) => <AdStrip ads={ads} label={copy.list(name)} />}
      </QueryView>
    </div>
  );
}

/**
 * The `ads.search` filters for the ads of a period, most liked first. Seven days are today, in UTC, and the six days
 * before; ads with a future start date are excluded.
 */
export function rowFilters({ windowDays = 7, platform, country }: TrendingSearch, today = todayInUtc()) {
  return {
    dateFrom: plusDays(today, 1 - windowDays),
    dateTo: today,
    ...(platform !== undefined && { platforms: [platform] }),
    ...(country !== undefined && { countries: [country] }),
    sortBy: 'likes' as const,
  };
}
