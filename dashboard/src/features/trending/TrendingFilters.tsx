import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { Select } from '../../ui/fields.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { plural, countryName } from '../../lib/format.ts';
import { platformNames, type Platform } from '../../lib/labels.ts';
import { type TrendingSearch, type WindowDays, windows } from './search.ts';

const windowOptions = windows.map((days) => ({ value: String(days), label: plural(days, 'day') }));
const platformOptions = [
  { value: 'all', label: 'All' },
  ...Object.entries(platformNames).map(([value, label]) => ({ value, label })),
];

interface TrendingFiltersProps {
  readonly search: TrendingSearch;
  readonly onChange: (change: TrendingSearch) => void;
}

export function TrendingFilters({ search, onChange }: TrendingFiltersProps) {
  const { windowDays = 7, platform = 'all', country } = search;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label="Period"
        value={String(windowDays)}
        options={windowOptions}
        onChange={(days) => onChange({ windowDays: Number(days) as WindowDays })}
      />
      <Segmented
        label="Platform"
        value={platform}
        options={platformOptions}
        onChange={(value) => onChange({ platform: value === 'all' ? undefined : (value as Platform) })}
      />
      <CountrySelect country={country} onChange={(value) => onChange({ country: value })} />
    </div>
  );
}

interface CountrySelectProps {
  readonly country: string | undefined;
  readonly onChange: (country: string | undefined) => void;
}

/** Countries with ads, and the selected one. */
function CountrySelect({ country, onChange }: CountrySelectProps) {
  const { data } = useQuery({ ...api.ads.search.queryOptions({ limit: 1 }), staleTime: 3_600_000 });
  const codes = new Set(Object.keys(data?.facets.countries ?? {}));
  if (country !== undefined) codes.add(country);
  const named = [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Select
      label="Country"
      hideLabel
      className="w-48 max-w-full"
      value={country ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">All countries</option>
      {named.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
