import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { todayInUtc } from '../../lib/days.ts';
import { formatMonth, formatMonthName } from '../../lib/format.ts';
import { IconButton } from '../../ui/Button.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { adsCopy } from '../ads/copy.ts';
import { BrandLink, Logo } from '../ads/Logo.tsx';
import { CreativeLink } from './CreativeLink.tsx';
import { brandsCopy } from './copy.ts';
import { type AdsSearch, type BrandFilters, toBrandFilters } from './search.ts';

const copy = brandsCopy.comparison;

type Brand = RouterOutputs['brandSpy']['compare']['advertisers'][number];
type Month = RouterOutputs['brandSpy']['getLaunchHistory']['months'][number];

interface ComparedBrandsProps {
  readonly brands: readonly Brand[];
  readonly search: AdsSearch;
  readonly onRemove: (name: string) => void;
}

const shownCreatives = 4;
const shownMonths = 12;

/** The creatives of each brand side by side, and its launches on the same scale. */
export function ComparedBrands({ brands, search, onRemove }: ComparedBrandsProps) {
  const filters = toBrandFilters(search, todayInUtc());
  const creatives = useQueries({ queries: brands.map(({ name }) => creativesQuery(name, filters)) });
  const histories = useQueries({ queries: brands.map(({ name }) => historyQuery(name, filters)) });
  const months = histories.map(({ data }) => lastMonths(data?.months ?? []));
  const starts = histories.flatMap(({ data }, index) =>
    data === undefined ? [] : copy.starts(brands[index]?.name ?? '', data.evidence),
  );
  const max = Math.max(1, ...months.flat().map(({ launched }) => launched));
  return (
    <div className="flex flex-col gap-2">
      <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {brands.map(({ advertiserId, name, brandLogo, stats }, index) => {
          const found = creatives[index];
          const shown = months[index] ?? [];
          return (
            <li
              key={advertiserId}
              className="@container flex min-w-0 flex-col gap-3 rounded-md border bg-card p-4"
            >
              <div className="flex items-center gap-2">
                <Logo name={name} url={brandLogo} />
                <div className="min-w-0 flex-1">
                  <BrandLink name={name} className="line-clamp-1 font-semibold" />
                  <p className="text-xs text-quiet">
                    {brandsCopy.adsRunning(stats.totalAds, stats.activeAds)}
                  </p>
                </div>
                <IconButton label={adsCopy.remove(name)} className="-mr-2" onClick={() => onRemove(name)}>
                  <X size={16} aria-hidden />
                </IconButton>
              </div>
              {found !== undefined && (
                <QueryView
                  query={found}
                  loading={<CreativeSkeletons />}
                  isEmpty={(loaded) => loaded.creatives.length === 0}
                  empty={<p className="flex h-60 items-center text-quiet">{copy.noCreatives}</p>}
                >
                  {(loaded) => <CreativeGrid name={name} creatives={loaded.creatives} />}
                </QueryView>
              )}
              <SmallChart name={name} months={shown} max={max} />
            </li>
          );
        })}
      </ul>
      <p className="text-xs text-quiet">{[copy.sameScale, ...starts].join(' ')}</p>
    </div>
  );
}

interface SmallChartProps {
  readonly name: string;
  readonly months: readonly Month[];
  /** Of all brands. */
  readonly max: number;
}

function SmallChart({ name, months, max }: SmallChartProps) {
  return (
    <div className="mt-auto">
      <p className="text-xs text-quiet">
        {copy.launchesAbout(
          months.reduce((sum, { launched }) => sum + launched, 0),
          months.length,
        )}
      </p>
      <BarChart
        label={copy.launchChart(name)}
        series={[brandsCopy.launches.series]}
        points={months.map(({ month, launched }) => ({
          label: formatMonthName(month),
          title: formatMonth(month),
          values: [launched],
        }))}
        height={120}
        max={max}
      />
    </div>
  );
}

function creativesQuery(name: string, filters: BrandFilters) {
  return {
    ...api.brandSpy.listCreatives.queryOptions({ companyName: name, ...filters, limit: shownCreatives }),
    placeholderData: keepPreviousData,
  };
}

function historyQuery(name: string, filters: BrandFilters) {
  return {
    ...api.brandSpy.getLaunchHistory.queryOptions({ companyName: name, ...filters }),
    placeholderData: keepPreviousData,
  };
}

/** The same months for every brand, also for one that began later. */
function lastMonths(months: readonly Month[]): readonly Month[] {
  const shown = months.slice(-shownMonths);
  const [year = 0, month = 1] = todayInUtc().split('-').map(Number);
  return Array.from({ length: shownMonths }, (_, index) => {
    const name = new Date(Date.UTC(year, month - shownMonths + index)).toISOString().slice(0, 7);
    return shown.find((each) => each.month === name) ?? { month: name, launched: 0, active: 0 };
  });
}

interface CreativeGridProps {
  readonly name: string;
  readonly creatives: RouterOutputs['brandSpy']['listCreatives']['creatives'];
}

/** One row where it fits, so that the charts are on the first screen. */
const creativeColumns = 'grid grid-cols-2 gap-2 @min-[26rem]:grid-cols-4';

/** As high as the creatives that replace them, so that nothing moves. */
function CreativeSkeletons() {
  return (
    <div className={creativeColumns}>
      {Array.from({ length: shownCreatives }, (_, at) => (
        <div key={at} className="flex flex-col gap-1">
          <Skeleton className="aspect-4/5 w-full" />
          <Skeleton className="h-4" />
        </div>
      ))}
    </div>
  );
}

function CreativeGrid({ name, creatives }: CreativeGridProps) {
  return (
    <ul aria-label={copy.longest(name)} className={creativeColumns}>
      {creatives.map((creative) => (
        <li key={creative.ad.hash} className="min-w-0">
          <CreativeLink ad={creative.ad} brand={name} sizes="10rem">
            <span className="truncate text-xs tabular-nums">{brandsCopy.creatives.days(creative)}</span>
          </CreativeLink>
        </li>
      ))}
    </ul>
  );
}
