import type { RouterOutputs } from '../../lib/api/types.ts';
import { todayInUtc } from '../../lib/days.ts';
import { formatDay, formatNumber, plural } from '../../lib/format.ts';

type Momentum = NonNullable<RouterOutputs['ads']['getFamily']['momentum']>;

export const momentumStates = {
  rising: 'Rising',
  steady: 'Steady',
  cooling: 'Cooling',
  notKnown: 'No trend yet',
};

/** "Rising: 12 launches in 14 days, 4 in the previous 14; typical: 5" */
export function describeLaunchMomentum({
  state,
  notKnownBecause,
  days,
  now,
  before,
  usual,
  evidence,
}: Momentum): string {
  const name = momentumStates[state];
  if (notKnownBecause === 'noLaunchDates') return `${name}: launch dates unknown`;
  if (now === null || before === null)
    return `${name}: tracked only since ${formatDay(evidence.observedFrom)}`;
  const launches = plural(now.launches, 'launch', 'launches');
  const until = now.to === todayInUtc() ? '' : ` until ${formatDay(now.to)}`;
  const compared = `${launches} in ${days} days${until}, ${formatNumber(before.launches)} in the previous ${days}`;
  return `${name}: ${compared}${usual === null ? '' : `; typical: ${formatNumber(Math.round(usual.launches))}`}`;
}
