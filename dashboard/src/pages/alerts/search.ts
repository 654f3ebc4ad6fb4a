import { type Address, idIn, known, oneOf } from '../../words/address.ts';

interface AlertsSearch {
  /** The inbox where it is not said. */
  readonly tab?: 'rules' | undefined;
  readonly unread?: true | undefined;
  /** The notification whose ads are shown. */
  readonly notification?: number | undefined;
}

/** Over how many days a rule is tried. */
export const triedDays = [7, 30, 90] as const;
export type TriedDays = (typeof triedDays)[number];

interface RuleSearch {
  /** 30 where it is not said. */
  readonly days?: TriedDays | undefined;
}

/** What these pages keep in their addresses. */
export function readAlertsSearch({ tab, unread, notification }: Address): AlertsSearch {
  return known({
    tab: oneOf(['rules'], tab),
    unread: unread === true || undefined,
    notification: idIn(notification),
  });
}

export function readRuleSearch({ days }: Address): RuleSearch {
  return known({ days: oneOf(triedDays, days) });
}
