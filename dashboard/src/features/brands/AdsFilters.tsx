import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { DateRange } from '../../ui/DateRange.tsx';
import { Select } from '../../ui/fields.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { languageName } from '../../lib/format.ts';
import type { AdsSearch, Range } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.filters;

interface AdsFiltersProps {
  readonly search: AdsSearch;
  readonly onChange: (change: AdsSearch) => void;
  /** Brands whose languages are offered. */
  readonly names: readonly string[];
}

export function AdsFilters({ search, onChange, names }: AdsFiltersProps) {
  const { status, mediaType, language } = search;
  const isFiltered = (Object.keys(noFilters) as readonly (keyof AdsSearch)[]).some(
    (key) => search[key] !== undefined,
  );
  return (
    <fieldset aria-label={copy.title} className="flex min-w-0 flex-wrap items-end gap-2">
      <DateFilter search={search} onChange={onChange} />
      <Select
        hideLabel
        label={copy.status}
        value={status ?? ''}
        onChange={({ target }) => onChange({ status: (target.value || undefined) as AdsSearch['status'] })}
      >
        <option value="">{copy.anyStatus}</option>
        <option value="active">{adsCopy.running}</option>
        <option value="inactive">{adsCopy.ended}</option>
      </Select>
      <Select
        hideLabel
        label={copy.media}
        value={mediaType ?? ''}
        onChange={({ target }) =>
          onChange({ mediaType: (target.value || undefined) as AdsSearch['mediaType'] })
        }
      >
        <option value="">{copy.allMedia}</option>
        <option value="image">{copy.images}</option>
        <option value="video">{copy.videos}</option>
      </Select>
      <LanguageFilter language={language} names={names} onChange={(next) => onChange({ language: next })} />
      {isFiltered && (
        <Button variant="quiet" onClick={() => onChange(noFilters)}>
          {adsCopy.clearFilters}
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

const ranges = ['all', '7', '30', '90', '180', '365', 'custom'] as const;

function DateFilter({ search, onChange }: Pick<AdsFiltersProps, 'search' | 'onChange'>) {
  const { range, dateFrom, dateTo } = search;
  const hasDates = dateFrom !== undefined || dateTo !== undefined;
  const [isOpen, setOpen] = useState(hasDates);
  const isCustom = hasDates || (isOpen && range === undefined);
  const choose = (value: (typeof ranges)[number]): void => {
    setOpen(value === 'custom');
    const selected: Range | undefined = value === 'all' || value === 'custom' ? undefined : value;
    onChange({ range: selected, dateFrom: undefined, dateTo: undefined });
  };
  return (
    <>
      <Segmented
        label={copy.startDate}
        value={isCustom ? 'custom' : (range ?? 'all')}
        options={ranges.map((value) => ({ value, label: copy.ranges[value] }))}
        onChange={choose}
      />
      {isCustom && <DateRange dates={search} onChange={onChange} labels={copy.dates} layout="inline" />}
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
      label={copy.language}
      value={language ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{copy.allLanguages}</option>
      {shown.map((code) => (
        <option key={code} value={code}>
          {languageName(code)}
        </option>
      ))}
    </Select>
  );
}
