import { textLimits } from '@magpie/contract/limits';
import { platformNames } from '../../lib/labels.ts';
import {
  type SearchParams,
  omitUndefined,
  parseAmount,
  parseId,
  parseKey,
  parseList,
  parseOneOf,
  parseSearchText,
} from '../../lib/searchParams.ts';
import type { AlertSearch } from '../ads/alertSearch.ts';
import { adsCopy } from '../ads/copy.ts';

interface AlertsSearch {
  /** Default: the inbox. */
  readonly tab?: 'rules' | undefined;
  readonly unread?: true | undefined;
  readonly notification?: number | undefined;
}

export const testPeriods = [7, 30, 90] as const;
export type TestPeriod = (typeof testPeriods)[number];

export interface RuleSearch extends AlertSearch {
  /** Default: 30. */
  readonly days?: TestPeriod | undefined;
}

export function readAlertsSearch({ tab, unread, notification }: SearchParams): AlertsSearch {
  return omitUndefined({
    tab: parseOneOf(['rules'], tab),
    unread: unread === true || undefined,
    notification: parseId(notification),
  });
}

export function readRuleSearch(params: SearchParams): RuleSearch {
  return omitUndefined({
    days: parseOneOf(testPeriods, params.days),
    companyNames: parseBrands(params.companyNames),
    platforms: parseList(params.platforms, (value) => parseKey(platformNames, value)),
    keywords: parseList(params.keywords, (value) => parseSearchText(value, textLimits.keyword)),
    threshold: parseAmount(params.threshold),
    leftOut: parseList(params.leftOut, (value) => parseKey(adsCopy.filters.names, value)),
  });
}

/** Unlike in a filter, an empty list has a meaning: every brand. */
function parseBrands(value: unknown): AlertSearch['companyNames'] {
  if (value === 'FOLLOWED') return value;
  const names = parseList(value, (name) => parseSearchText(name, 200));
  return names ?? (Array.isArray(value) ? [] : undefined);
}
