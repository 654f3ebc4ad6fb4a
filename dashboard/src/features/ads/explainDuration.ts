import type { Ad } from '../../lib/api/types.ts';
import { formatDay } from '../../lib/format.ts';

/** Describes when an ad ran. */
export function explainDuration({ startDate, endDate, firstSeenAt, lastSeenAt, status }: Ad): string {
  const begin =
    startDate === null ? `First seen ${formatDay(firstSeenAt)}` : `Started ${formatDay(startDate)}`;
  if (status === 'active') return `${begin}, still running when last seen ${formatDay(lastSeenAt)}.`;
  return `${begin}, ${endDate === null ? 'last seen' : 'ended'} ${formatDay(endDate ?? lastSeenAt)}.`;
}
