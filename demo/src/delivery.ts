import type { Advertiser } from './advertisers.ts';
import type { Dice } from './dice.ts';
import { daysBefore, daysBetween } from './world.ts';

/** When an ad ran, in milliseconds since 1970. */
export interface Run {
  readonly active: boolean;
  readonly start: number;
  /** `null` while it runs, or if unknown. */
  readonly end: number | null;
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** At least 1. */
  readonly days: number;
}

const oldest = 400;
const hour = 3_600_000;

/** More ads are recent than old, most stop after some weeks, and a few never do. */
export function runOf(dice: Dice, now: number): Run {
  const start = daysBefore(now, Math.floor((oldest + 1) * dice.roll() ** 1.7));
  const planned = Math.max(1, Math.round(22 * Math.exp(1.2 * dice.bell())));
  const stop = daysBefore(start, -planned);
  const active = stop >= now;
  const lastSeen = active ? Math.max(start, now - dice.below(36) * hour) : stop + dice.below(24) * hour;
  return {
    active,
    start,
    end: active || dice.chance(0.04) ? null : stop,
    firstSeen: Math.min(start + dice.below(72) * hour, lastSeen, now),
    lastSeen: Math.min(lastSeen, now),
    days: Math.max(1, daysBetween(start, active ? now : stop)),
  };
}

/** The home country, and for a third of the ads some neighbouring ones. */
export function countriesOf({ market }: Advertiser, dice: Dice): string[] {
  const { country, abroad } = market;
  return dice.chance(0.33) ? [country, ...abroad.slice(0, dice.between(1, abroad.length))] : [country];
}
