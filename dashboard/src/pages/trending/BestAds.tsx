import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { api } from '../../api/client.ts';
import { AdStrip, AdStripSkeleton } from '../../ads/AdStrip.tsx';
import { Failure } from '../../parts/states.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { counted, countryName } from '../../words/format.ts';
import { adsBehind } from './adsBehind.ts';
import type { TrendingSearch } from './search.ts';

/** What the ads of a row have in common. */
export type RowFilter = { readonly tagDefinitionIds: number[] } | { readonly companyNames: string[] };

interface BestAdsProps {
  readonly name: string;
  /** How many ads the ranking counted. */
  readonly ranked: number;
  readonly search: TrendingSearch;
  readonly filter: RowFilter;
}

/** The ads behind a row that most people liked, and the way to all of them. */
export function BestAds({ name, ranked, search, filter }: BestAdsProps) {
  const filters = { ...adsBehind(search), ...filter };
  const found = useQuery(api.ads.search.queryOptions({ ...filters, limit: 6 }));
  if (found.isError) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex gap-4">
          <Tip
            tip="The ads of this row by the likes last measured of each; those without a measurement come last."
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
        {found.isSuccess && (
          <Link
            to="/discover"
            search={filters}
            className="inline-flex items-center gap-1 font-semibold text-accent hover:underline"
          >
            See {found.data.total === 1 ? 'it' : `all ${counted(found.data.total, 'ad')}`} in Discover
            <ArrowRight size={16} aria-hidden />
          </Link>
        )}
      </div>
      {found.isSuccess && found.data.total !== ranked && (
        <p className="text-xs text-quiet">{whyOthers(ranked, search)}</p>
      )}
      {found.isPending ? (
        <AdStripSkeleton count={3} />
      ) : found.data.ads.length === 0 ? (
        <p className="text-quiet">None of these ads is known to run in the chosen country.</p>
      ) : (
        <AdStrip ads={found.data.ads} label={`Most liked ads: ${name}`} />
      )}
    </div>
  );
}

/** Why there are more or fewer ads than the row says. */
function whyOthers(ranked: number, { country }: TrendingSearch): string {
  const ads = counted(ranked, 'ad');
  if (country === undefined)
    return `The ranking counted ${ads} within the last hour; this is how many there are now.`;
  const there = countryName(country);
  return `The ranking counts the ${ads} last measured in ${there}; shown are those that run in ${there}.`;
}
