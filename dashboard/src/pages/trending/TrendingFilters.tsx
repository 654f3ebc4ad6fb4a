import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Select } from '../../parts/fields.tsx';
import { Segmented } from '../../parts/Segmented.tsx';
import { counted, countryName } from '../../words/format.ts';
import { platformNames, type Platform } from '../../words/labels.ts';
import { type TrendingSearch, type WindowDays, windows } from './search.ts';

const windowOptions = windows.map((days) => ({ value: String(days), label: counted(days, 'day') }));
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
        label="Window"
        value={String(windowDays)}
        options={windowOptions}
        onChange={(days) => onChange({ windowDays: Number(days) as WindowDays })}
      />
      <Segmented
        label="Platform"
        value={platform}
        options={platformOptions}
        onChange={(chosen) => onChange({ platform: chosen === 'all' ? undefined : (chosen as Platform) })}
      />
      <CountrySelect country={country} onChange={(chosen) => onChange({ country: chosen })} />
    </div>
  );
}

interface CountrySelectProps {
  readonly country: string | undefined;
  readonly onChange: (country: string | undefined) => void;
}

/** Those countries that ads are known of; the one in the address is there in any case. */
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
      bare
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
