import type { Advertiser } from './advertisers.ts';
import type { Random } from './random.ts';
import { daysBefore, daysBetween } from './demoSeed.ts';

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
export function generateRun(random: Random, now: number): Run {
  const start = daysBefore(now, Math.floor((oldest + 1) * random.next() ** 1.7));
  const planned = Math.max(1, Math.round(22 * Math.exp(1.2 * random.normal())));
  const stop = daysBefore(start, -planned);
  const active = stop >= now;
  const lastSeen = active ? Math.max(start, now - random.below(36) * hour) : stop + random.below(24) * hour;
  return {
    active,
    start,
    end: active || random.chance(0.04) ? null : stop,
    firstSeen: Math.min(start + random.below(72) * hour, lastSeen, now),
    lastSeen: Math.min(lastSeen, now),
    days: Math.max(1, daysBetween(start, active ? now : stop)),
  };
}

/** The home country, and for a third of the ads some neighbouring ones. */
export function pickCountries({ market }: Advertiser, random: Random): string[] {
  const { country, abroad } = market;
  return random.chance(0.33) ? [country, ...abroad.slice(0, random.between(1, abroad.length))] : [country];
}
