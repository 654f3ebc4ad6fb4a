import { type SearchParams, parseId, omitUndefined, parseOneOf } from '../../lib/searchParams.ts';

interface AlertsSearch {
  /** Default: the inbox. */
  readonly tab?: 'rules' | undefined;
  readonly unread?: true | undefined;
  readonly notification?: number | undefined;
}

export const testPeriods = [7, 30, 90] as const;
export type TestPeriod = (typeof testPeriods)[number];

interface RuleSearch {
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

export function readRuleSearch({ days }: SearchParams): RuleSearch {
  return omitUndefined({ days: parseOneOf(testPeriods, days) });
}
