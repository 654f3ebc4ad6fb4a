import type { OpenAdInput } from '@magpie/contract';
import type { Advertiser } from './advertisers.ts';
import type { Random } from './random.ts';
import type { Family } from './industries.ts';
import { dayLength, daysBefore, daysBetween } from './demoSeed.ts';

type Reach = NonNullable<OpenAdInput['reach']>;
type ReachKind = NonNullable<Reach['kind']>;
type Snapshot = NonNullable<OpenAdInput['snapshots']>[number];
type Audience = Required<
  Pick<OpenAdInput, 'reach' | 'reachText' | 'demographics' | 'engagement' | 'snapshots'>
>;

export type Run = ReturnType<typeof generateRun>;
type Totals = ReturnType<typeof generateTotals>;
type Disclosure = ReturnType<typeof chooseDisclosure>;

const rangeShare: Readonly<Record<Family, number>> = { meta: 0, tiktok: 0.85, linkedin: 0.7, google: 0.7 };
const reactionsShare: Readonly<Record<Family, number>> = {
  meta: 0.6,
  tiktok: 0.9,
  linkedin: 0.4,
  google: 0.55,
};

interface AdContext {
  readonly advertiser: Advertiser;
  readonly family: Family;
  readonly countries: readonly string[];
  readonly run: Run;
  readonly random: Random;
}

export function generateAudience(context: AdContext): Audience {
  const { random, run, advertiser } = context;
  const totals = generateTotals(random, advertiser, run);
  const disclosure = chooseDisclosure(context);
  const { views, likes, comments, shares, rankCountry } = measuredAt(run.lastSeen, 1, totals, disclosure);
  return {
    reach: toReach(disclosure.reachKind, totals.reach),
    reachText: disclosure.reachKind === 'range' ? rangeText(totals.reach) : null,
    demographics: disclosure.reachKind === 'reported' ? generateDemographics(context, totals.reach) : null,
    engagement: { views, likes, comments, shares, rankCountry },
    snapshots: generateSnapshots(random, run, totals, disclosure),
  };
}

/** Log-normal, growing with the days that the ad ran. */
function generateTotals(random: Random, { dailyReach }: Advertiser, { days }: Run) {
  const reach = Math.round(dailyReach * days ** 0.9 * Math.exp(1.1 * random.normal()));
  const likes = Math.round(reach * 0.012 * Math.exp(0.9 * random.normal()));
  return {
    reach,
    views: Math.round(reach * (1.1 + 0.8 * random.next())),
    likes,
    comments: Math.round(likes * 0.12 * random.next()),
    shares: Math.round(likes * 0.2 * random.next()),
  };
}

function chooseDisclosure({ random, family, advertiser, countries }: AdContext) {
  const reactions = random.chance(reactionsShare[family]);
  return {
    reachKind: chooseReachKind(random, family, advertiser.market.inUnion),
    views: reactions && (family === 'tiktok' || family === 'google'),
    reactions,
    shares: reactions && family !== 'google',
    rankCountry: random.chance(0.92) ? random.pick([advertiser.market.country, ...countries]) : null,
  };
}

function chooseReachKind(random: Random, family: Family, inUnion: boolean): ReachKind | null {
  if (family !== 'meta') return random.chance(rangeShare[family]) ? 'range' : null;
  if (inUnion) return random.chance(0.94) ? 'reported' : null;
  return random.chance(0.45) ? 'estimated' : null;
}

function toReach(kind: ReachKind | null, total: number): Reach | null {
  if (kind === null) return null;
  if (kind !== 'range') return { value: total, lower: null, upper: null, kind };
  const { lower, upper } = rangeAround(total);
  return { value: roundToRange(total), lower, upper, kind };
}

/** The powers of ten around a number, as the libraries round. */
function rangeAround(total: number): { lower: number; upper: number } {
  let upper = 1000;
  while (upper <= total) upper *= 10;
  return { lower: upper === 1000 ? 0 : upper / 10, upper };
}

function rangeText(total: number): string {
  const { lower, upper } = rangeAround(total);
  return `${short(lower)}-${short(upper)}`;
}

function short(bound: number): string {
  if (bound >= 1_000_000) return `${bound / 1_000_000}M`;
  return bound >= 1000 ? `${bound / 1000}K` : String(bound);
}

/** Between two measurements, so that the reach of a span can be compared with the one before. */
const measurementDays = 14;

/** One to six, over the last days on which the ad was seen; the newest is from the last day. */
function generateSnapshots(
  random: Random,
  { firstSeen, lastSeen }: Run,
  totals: Totals,
  disclosure: Disclosure,
): Snapshot[] {
  if (disclosure.reachKind === null && !disclosure.reactions)
    return [measuredAt(lastSeen, 1, totals, disclosure)];
  const drawn = 6 * random.next();
  const seen = lastSeen - firstSeen;
  const count = Math.min(1 + Math.floor(drawn), 1 + Math.floor((2 * seen) / dayLength));
  const measured = Math.min(seen, count * measurementDays * dayLength);
  // Below 1, most of the reach comes at first; above, at last.
  const exponent = 0.3 * 12 ** (drawn % 1);
  return Array.from({ length: count }, (_, index) => {
    const before = Math.round((measured * (count - 1 - index)) / count);
    const part = before === 0 ? 1 : (1 - before / seen) ** exponent;
    return measuredAt(lastSeen - before, part, totals, disclosure);
  });
}

function measuredAt(instant: number, part: number, totals: Totals, disclosure: Disclosure): Snapshot {
  const sofar = (total: number, known: boolean): number | null => (known ? Math.round(total * part) : null);
  const reach = Math.round(totals.reach * part);
  return {
    capturedAt: new Date(instant).toISOString(),
    reach:
      disclosure.reachKind === null ? null : disclosure.reachKind === 'range' ? roundToRange(reach) : reach,
    views: sofar(totals.views, disclosure.views),
    likes: sofar(totals.likes, disclosure.reactions),
    comments: sofar(totals.comments, disclosure.reactions),
    shares: sofar(totals.shares, disclosure.shares),
    rankCountry: disclosure.rankCountry,
  };
}

function roundToRange(total: number): number {
  const { lower, upper } = rangeAround(total);
  return (lower + upper) / 2;
}

const ages = { '18-24': 16, '25-34': 27, '35-44': 23, '45-54': 16, '55-64': 11, '65+': 7 };

/** Each breakdown adds up to the reach. */
function generateDemographics(
  { advertiser, countries, random }: AdContext,
  reach: number,
): OpenAdInput['demographics'] {
  const women = Math.min(0.97, Math.max(0.03, advertiser.profile.women + 0.1 * random.normal()));
  const home = advertiser.market.country;
  const byCountry = Object.fromEntries(
    countries.map((country) => [country, country === home ? 6 : 0.5 + random.next()]),
  );
  const byAge = Object.fromEntries(
    Object.entries(ages).map(([age, weight]) => [age, weight * (0.5 + random.next())]),
  );
  return {
    gender: distribute(reach, { female: women * 0.98, male: (1 - women) * 0.98, unknown: 0.02 }),
    age: distribute(reach, byAge),
    country: distribute(reach, byCountry),
  };
}

/** Distributes a total by weight; the rounding remainder goes to the first. */
function distribute(total: number, weights: Readonly<Record<string, number>>): Record<string, number> {
  const sum = Object.values(weights).reduce((all, weight) => all + weight, 0);
  const parts = Object.entries(weights).map(([name, weight]): [string, number] => [
    name,
    Math.floor((total * weight) / sum),
  ]);
  const left = total - parts.reduce((all, [, part]) => all + part, 0);
  return Object.fromEntries(parts.map(([name, part], index) => [name, index === 0 ? part + left : part]));
}

const oldest = 400;
const hour = 3_600_000;

/** More ads are recent than old, most stop after some weeks, and a few never do. */
export function generateRun(random: Random, now: number) {
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
