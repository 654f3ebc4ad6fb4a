import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../lib/api/client.ts';
import { countryName } from '../../lib/format.ts';
import { type Platform, platformNames } from '../../lib/labels.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
import { adsCopy } from '../ads/copy.ts';
import { trendingCopy } from './copy.ts';
import { type TrendingSearch, type WindowDays, type WindowSearch, windows } from './search.ts';

const copy = trendingCopy.filters;

const viewClasses =
  'flex h-8 items-center rounded-sm px-3 whitespace-nowrap text-quiet hover:text-ink aria-[current=page]:bg-card aria-[current=page]:font-semibold aria-[current=page]:text-ink';

export function TrendingViews() {
  const options = { activeOptions: { exact: true, includeSearch: false }, className: viewClasses };
  return (
    <nav aria-label={trendingCopy.views} className="inline-flex rounded-md border bg-sunk p-0.5">
      <Link to="/trending" {...options}>
        {trendingCopy.leaderboards}
      </Link>
      <Link to="/trending/saturation" {...options}>
        {trendingCopy.saturation.title}
      </Link>
    </nav>
  );
}

const windowOptions = windows.map((days) => ({ value: String(days), label: adsCopy.days(days) }));
const platformOptions = [
  { value: 'all', label: copy.all },
  ...Object.entries(platformNames).map(([value, label]) => ({ value, label })),
];

interface TrendingFiltersProps {
  readonly search: WindowSearch;
  readonly onChange: (change: WindowSearch) => void;
  readonly children?: ReactNode;
  readonly order?: ReactNode;
}

export function TrendingFilters({ search, onChange, children, order }: TrendingFiltersProps) {
  const { windowDays = 7, platform, country } = search;
  const { data } = useQuery({ ...api.ads.search.queryOptions({ limit: 1 }), staleTime: 3_600_000 });
  const countries = withSelected(Object.keys(data?.facets.countries ?? {}), country)
    .map((code) => [code, countryName(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      <Segmented
        label={copy.period}
        value={String(windowDays)}
        options={windowOptions}
        onChange={(days) => onChange({ windowDays: Number(days) as WindowDays })}
      />
      <Segmented
        label={copy.platform}
        value={platform ?? 'all'}
        options={platformOptions}
        onChange={(value) => onChange({ platform: value === 'all' ? undefined : (value as Platform) })}
      />
      <SelectMenu
        label={copy.country}
        value={country ?? ''}
        options={[['', copy.allCountries], ...countries]}
        onChange={(value) => onChange({ country: value || undefined })}
      />
      {order}
    </div>
  );
}

interface SortSelectProps {
  readonly sortBy: TrendingSearch['sortBy'];
  readonly onChange: (change: Pick<TrendingSearch, 'sortBy'>) => void;
}

export function SortSelect({ sortBy, onChange }: SortSelectProps) {
  return (
    <SelectMenu
      label={copy.sortBy}
      value={sortBy ?? 'engagement'}
      options={Object.entries(copy.sorts)}
      onChange={(value) => onChange({ sortBy: value === 'momentum' ? 'momentum' : undefined })}
    />
  );
}

/** The selected value stays in the list, also if no ads have it. */
export function withSelected(values: readonly string[], selected: string | undefined): readonly string[] {
  return selected === undefined || values.includes(selected) ? values : [...values, selected];
}
