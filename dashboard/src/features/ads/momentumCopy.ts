import type { RouterOutputs } from '../../lib/api/types.ts';
import { todayInUtc } from '../../lib/days.ts';
import { formatDay, formatNumber, plural } from '../../lib/format.ts';

type Momentum = NonNullable<RouterOutputs['ads']['getFamily']['momentum']>;

export const momentumStates = {
  rising: 'Rising',
  steady: 'Steady',
  cooling: 'Cooling',
  notKnown: 'Momentum not known',
};

/** "Rising: 12 launches in 14 days, 4 in the 14 before; usually 5" */
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
  if (notKnownBecause === 'noLaunchDates') return `${name}: no source states launch days`;
  if (now === null || before === null) return `${name}: seen only since ${formatDay(evidence.observedFrom)}`;
  const launches = plural(now.launches, 'launch', 'launches');
  const until = now.to === todayInUtc() ? '' : ` until ${formatDay(now.to)}`;
  const compared = `${launches} in ${days} days${until}, ${formatNumber(before.launches)} in the ${days} before`;
  return `${name}: ${compared}${usual === null ? '' : `; usually ${formatNumber(Math.round(usual.launches))}`}`;
}
