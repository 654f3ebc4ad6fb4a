import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { DateRange } from '../../ui/DateRange.tsx';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { languageName } from '../../lib/format.ts';
import { parseOneOf } from '../../lib/searchParams.ts';
import { type AdsSearch, mediaTypes, statuses } from './search.ts';
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
  const isFiltered = (Object.keys(noFilters) as readonly (keyof AdsSearch)[]).some(
    (key) => search[key] !== undefined,
  );
  return (
    <fieldset aria-label={copy.title} className="flex min-w-0 flex-wrap items-end gap-2">
      <DateFilter search={search} onChange={onChange} />
      <SelectMenu
        label={copy.status}
        value={search.status ?? ''}
        options={[
          ['', copy.anyStatus],
          ['active', adsCopy.running],
          ['inactive', adsCopy.notRunning],
        ]}
        onChange={(value) => onChange({ status: parseOneOf(statuses, value) })}
      />
      <SelectMenu
        label={copy.media}
        value={search.mediaType ?? ''}
        options={[
          ['', copy.allMedia],
          ['image', copy.images],
          ['video', copy.videos],
        ]}
        onChange={(value) => onChange({ mediaType: parseOneOf(mediaTypes, value) })}
      />
      <LanguageFilter search={search} onChange={onChange} names={names} />
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
    onChange({
      range: value === 'all' || value === 'custom' ? undefined : value,
      dateFrom: undefined,
      dateTo: undefined,
    });
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

function LanguageFilter({ search: { language }, names, onChange }: AdsFiltersProps) {
  const found = useQuery({
    ...api.ads.search.queryOptions({ companyNames: [...names], limit: 1 }),
    enabled: names.length > 0,
  });
  const counts = Object.entries(found.data?.facets.languages ?? {});
  const codes = new Set(counts.toSorted(([, one], [, other]) => other - one).map(([code]) => code));
  const shown = language === undefined || codes.has(language) ? [...codes] : [language, ...codes];
  return (
    <SelectMenu
      label={copy.language}
      value={language ?? ''}
      options={[['', copy.allLanguages], ...shown.map((code) => [code, languageName(code)] as const)]}
      onChange={(value) => onChange({ language: value || undefined })}
    />
  );
}
