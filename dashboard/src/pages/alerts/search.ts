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
export function readAlertsSearch({ tab, unread, notification }: Record<string, unknown>): AlertsSearch {
  return {
    ...(tab === 'rules' && { tab }),
    ...(unread === true && { unread }),
    ...(isId(notification) && { notification }),
  };
}

export function readRuleSearch(search: Record<string, unknown>): RuleSearch {
  const days = triedDays.find((one) => one === search.days);
  return days === undefined ? {} : { days };
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
