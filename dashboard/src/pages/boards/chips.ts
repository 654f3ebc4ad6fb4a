import { formatDay, formatNumber, languageName } from '../../words/format.ts';
import { formatNames, platformNames, readable } from '../../words/labels.ts';
import type { AdFilters } from './search.ts';

/** A filter that holds, in words, and the change of the address that drops it. */
interface FilterChip {
  readonly key: string;
  readonly text: string;
  readonly without: AdFilters;
}

export function chipsOf(filters: AdFilters): readonly FilterChip[] {
  const { searchQuery, companyNames, isPartnership, viewsMin, viewsMax, dateFrom, dateTo } = filters;
  return [
    ...one(
      'searchQuery',
      told(searchQuery, (words) => `“${words}”`),
    ),
    ...ofList('platforms', filters.platforms, (value) => platformNames[value]),
    ...ofList('formats', filters.formats, (value) => formatNames[value]),
    ...(companyNames === 'FOLLOWED'
      ? one('companyNames', 'Brands that I follow')
      : ofList('companyNames', companyNames, (value) => value)),
    ...ofList('adTypes', filters.adTypes, readable),
    ...ofList('languages', filters.languages, languageName),
    ...ofList('ctaTypes', filters.ctaTypes, readable),
    ...one('isPartnership', isPartnership && 'Partnership ads'),
    ...one(
      'viewsMin',
      told(viewsMin, (value) => `Reach from ${value}`),
    ),
    ...one(
      'viewsMax',
      told(viewsMax, (value) => `Reach to ${value}`),
    ),
    ...one(
      'dateFrom',
      told(dateFrom, (value) => `Started from ${formatDay(value)}`),
    ),
    ...one(
      'dateTo',
      told(dateTo, (value) => `Started until ${formatDay(value)}`),
    ),
  ];
}

function one(name: keyof AdFilters, text: string | undefined): readonly FilterChip[] {
  return text === undefined ? [] : [{ key: name, text, without: { [name]: undefined } }];
}

function told(value: string | number | undefined, words: (value: string) => string): string | undefined {
  return value === undefined ? undefined : words(typeof value === 'number' ? formatNumber(value) : value);
}

function ofList<Value extends string>(
  name: keyof AdFilters,
  values: readonly Value[] | undefined,
  words: (value: Value) => string,
): readonly FilterChip[] {
  return (values ?? []).map((value) => {
    const others = (values ?? []).filter((other) => other !== value);
    return {
      key: `${name} ${value}`,
      text: words(value),
      without: { [name]: others.length > 0 ? others : undefined },
    };
  });
}
