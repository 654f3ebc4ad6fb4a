import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { DateRange } from '../../ui/DateRange.tsx';
import { Select } from '../../ui/fields.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { languageName } from '../../lib/format.ts';
import type { AdsSearch, Range } from './search.ts';

interface AdsFiltersProps {
  readonly search: AdsSearch;
  readonly onChange: (change: AdsSearch) => void;
  /** Brands whose languages are offered. */
  readonly names: readonly string[];
}

/** The filters of the whole page. */
export function AdsFilters({ search, onChange, names }: AdsFiltersProps) {
  const { status, mediaType, language } = search;
  const isFiltered = Object.values(pick(search)).some((value) => value !== undefined);
  return (
    <fieldset aria-label="Filters" className="flex min-w-0 flex-wrap items-end gap-2">
      <DateFilter search={search} onChange={onChange} />
      <Select
        hideLabel
        label="Status"
        value={status ?? ''}
        onChange={({ target }) => onChange({ status: (target.value || undefined) as AdsSearch['status'] })}
      >
        <option value="">Running and ended</option>
        <option value="active">Running</option>
        <option value="inactive">Ended</option>
      </Select>
      <Select
        hideLabel
        label="Media"
        value={mediaType ?? ''}
        onChange={({ target }) =>
          onChange({ mediaType: (target.value || undefined) as AdsSearch['mediaType'] })
        }
      >
        <option value="">All media</option>
        <option value="image">Images</option>
        <option value="video">Videos</option>
      </Select>
      <LanguageFilter language={language} names={names} onChange={(next) => onChange({ language: next })} />
      {isFiltered && (
        <Button variant="quiet" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </fieldset>
  );
}

export const noFilters = {
  range: undefined,
  dateFrom: undefined,
  dateTo: undefined,
  status: undefined,
  mediaType: undefined,
  language: undefined,
} as const;

function pick({ range, dateFrom, dateTo, status, mediaType, language }: AdsSearch): AdsSearch {
  return { range, dateFrom, dateTo, status, mediaType, language };
}

const rangeOptions = [
  { value: 'all', label: 'All time' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '6 months' },
  { value: '365', label: 'Year' },
  { value: 'custom', label: 'Custom…' },
] as const;

function DateFilter({ search, onChange }: Pick<AdsFiltersProps, 'search' | 'onChange'>) {
  const { range, dateFrom, dateTo } = search;
  const hasDates = dateFrom !== undefined || dateTo !== undefined;
  const [isOpen, setOpen] = useState(hasDates);
  const isCustom = hasDates || (isOpen && range === undefined);
  const choose = (value: (typeof rangeOptions)[number]['value']): void => {
    setOpen(value === 'custom');
    const selected: Range | undefined = value === 'all' || value === 'custom' ? undefined : value;
    onChange({ range: selected, dateFrom: undefined, dateTo: undefined });
  };
  return (
    <>
      <Segmented
        label="Start date"
        value={isCustom ? 'custom' : (range ?? 'all')}
        options={rangeOptions}
        onChange={choose}
      />
      {isCustom && (
        <DateRange
          dates={search}
          onChange={onChange}
          labels={['Started on or after', 'Started on or before']}
          layout="inline"
        />
      )}
    </>
  );
}

interface LanguageFilterProps {
  readonly language: string | undefined;
  readonly names: readonly string[];
  readonly onChange: (language: string | undefined) => void;
}

function LanguageFilter({ language, names, onChange }: LanguageFilterProps) {
  const found = useQuery({
    ...api.ads.search.queryOptions({ companyNames: [...names], limit: 1 }),
    enabled: names.length > 0,
  });
  const counts = Object.entries(found.data?.facets.languages ?? {});
  const codes = counts.toSorted(([, one], [, other]) => other - one).map(([code]) => code);
  const shown = language === undefined || codes.includes(language) ? codes : [language, ...codes];
  return (
    <Select
      hideLabel
      label="Language"
      value={language ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">All languages</option>
      {shown.map((code) => (
        <option key={code} value={code}>
          {languageName(code)}
        </option>
      ))}
    </Select>
  );
}
