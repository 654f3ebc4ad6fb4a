import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import { advertiserId, adHash, keyOf } from './identity.ts';
import {
  runsOn,
  type AdEvent,
  type AdFacts,
  type Change,
  type KnownAd,
  type Measurement,
} from './knownAd.ts';

/** Under which circumstances ads were seen. */
export interface Sighting {
  /** Who tells of them: the name of an importer. */
  readonly source: string;
  /** When they were seen, for those that do not say it themselves. */
  readonly seenAt: Date;
  /** Whether to leave alone what is known already, as for an ad that a person captured. */
  readonly fillOnly?: boolean;
}

/** What one sighting does to what is known of an ad. */
export interface Merged {
  readonly ad: KnownAd;
  readonly measurements: readonly Measurement[];
  readonly events: readonly AdEvent[];
  /** Whether anything but the time of the last sighting is new. */
  readonly changed: boolean;
}

/**
 * How a field of two sightings becomes one. Of both, a known value is never replaced by an unknown one.
 * `newest`: the later sighting is right. `all`: each tells a part; those known first stay first, so that two
 * sources that take turns do not change the ad each time.
 */
const rules: { readonly [Field in keyof AdFacts]: 'newest' | 'all' } = {
  sources: 'all',
  sourceUrl: 'newest',
  platforms: 'all',
  placements: 'all',
  format: 'newest',
  mediaType: 'newest',
  status: 'newest',
  headlines: 'all',
  bodies: 'all',
  description: 'newest',
  ctaType: 'newest',
  ctaText: 'newest',
  landingPageUrl: 'newest',
  landingPageDomain: 'newest',
  language: 'newest',
  countries: 'all',
  isPartnership: 'newest',
  partnerName: 'newest',
  media: 'newest',
  cards: 'newest',
  startDate: 'newest',
  endDate: 'newest',
  reach: 'newest',
  reachText: 'newest',
  demographics: 'newest',
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of exactly these keys
const factNames = Object.keys(rules) as (keyof AdFacts)[];

/** The facts whose change is worth an event. Addresses of media change with every visit. */
const watched: ReadonlySet<keyof AdFacts> = new Set([
  'platforms',
  'format',
  'headlines',
  'bodies',
  'description',
  'ctaType',
  'ctaText',
  'landingPageUrl',
  'countries',
  'startDate',
  'endDate',
  'reach',
] as const);

/** An ad that was seen, and who it is. */
export interface SeenAd {
  readonly ad: OpenAd;
  readonly key: string;
  readonly hash: string;
  readonly advertiserId: number;
  readonly at: string;
}

/** Nobody has seen anything later than now; such a time would hold off every true one. */
export function identify(ads: readonly OpenAd[], { seenAt }: Sighting): SeenAd[] {
  const [usual, now] = [seenAt.toISOString(), new Date().toISOString()];
  const ids = new Map<string, number>();
  return ads.map((ad) => {
    const { name } = ad.advertiser;
    const id = ids.get(name) ?? advertiserId(name);
    ids.set(name, id);
    const key = keyOf(ad);
    const at = ad.capturedAt ?? ad.lastSeenAt ?? usual;
    return { ad, key, hash: adHash(key), advertiserId: id, at: at > now ? now : at };
  });
}

/**
 * What a sighting makes of an ad, known or not. The newest measurement is given apart: a kill may have left one
 * whose ad was not written any more.
 */
export function merge(
  known: KnownAd | null,
  newestKnown: Measurement | null,
  seen: SeenAd,
  sighting: Sighting,
): Merged {
  const told = factsOf(seen.ad, sighting);
  if (known === null) return firstSighting(seen, told, newestKnown);
  return furtherSighting({ ...known, latest: newestKnown }, seen, told, sighting);
}

function factsOf(ad: OpenAd, { source }: Sighting): AdFacts {
  const { reach, reachText } = reachOf(ad);
  return {
    sources: ad.sources.length > 0 ? ad.sources : [source],
    sourceUrl: ad.sourceUrl,
    platforms: ad.platforms,
    placements: ad.placements,
    format: ad.format,
    mediaType: ad.mediaType,
    status: ad.status,
    headlines: distinct(ad.headlines),
    bodies: distinct(ad.bodies),
    description: ad.description,
    ctaType: ad.ctaType,
    ctaText: ad.ctaText,
    landingPageUrl: ad.landingPageUrl,
    landingPageDomain: ad.landingPageDomain,
    language: ad.language,
    countries: ad.countries,
    isPartnership: ad.isPartnership,
    partnerName: ad.partnerName,
    media: ad.media,
    cards: ad.cards,
    startDate: ad.startDate,
    endDate: ad.endDate,
    reach,
    reachText,
    demographics: ad.demographics,
  };
}

function distinct(texts: string[]): string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

/** Views and reach are one quantity here; of a range the middle is the estimate. */
function reachOf({ reach, reachText, engagement }: OpenAd): Pick<AdFacts, 'reach' | 'reachText'> {
  if (reach === null || (reach.value === null && reach.lower === null && reach.upper === null)) {
    const value = engagement?.views ?? null;
    return {
      reach: value === null ? null : { value, lower: null, upper: null, kind: 'reported' },
      reachText,
    };
  }
  const { lower, upper } = reach;
  const middle = lower !== null && upper !== null ? Math.round((lower + upper) / 2) : (lower ?? upper);
  const kind = reach.kind ?? (reach.value === null ? 'range' : 'reported');
  return { reach: { ...reach, value: reach.value ?? middle, kind }, reachText };
}

function firstSighting(
  { ad, key, hash, advertiserId: id, at }: SeenAd,
  facts: AdFacts,
  newestKnown: Measurement | null,
): Merged {
  const measurements = distinctTimes([
    ...toldMeasurements(ad),
    ...currentMeasurement(ad, facts, at, newestKnown),
  ]);
  const firstSeenAt = earliest(ad.firstSeenAt ?? at, at);
  const events = firstEvents(ad, hash, id, firstSeenAt);
  return {
    ad: {
      hash,
      key,
      advertiserId: id,
      version: Math.max(1, events.length),
      facts,
      firstSeenAt,
      lastSeenAt: latest(ad.lastSeenAt ?? at, firstSeenAt),
      latest: newest(newestKnown === null ? measurements : [...measurements, newestKnown]),
    },
    measurements,
    events,
    changed: true,
  };
}

/** An export brings the events of its own instance; any other ad begins with this sighting. */
function firstEvents(ad: OpenAd, hash: string, advertiser: number, firstSeenAt: string): AdEvent[] {
  const told =
    ad.events.length > 0 ? ad.events : [{ at: firstSeenAt, kind: 'launched' as const, changes: [] }];
  return told.map(({ at, kind, changes }, index) => ({
    hash,
    advertiserId: advertiser,
    sequence: index + 1,
    kind,
    at,
    changes,
  }));
}

function furtherSighting(
  known: KnownAd,
  { ad, advertiserId: id, at }: SeenAd,
  told: AdFacts,
  { fillOnly = false }: Sighting,
): Merged {
  const newer = !fillOnly && at >= known.lastSeenAt;
  const facts = mergedFacts(known.facts, told, newer, fillOnly);
  const current = fillOnly && known.latest !== null ? [] : currentMeasurement(ad, told, at, known.latest);
  const measurements = distinctTimes([...toldMeasurements(ad), ...current]);
  const changes = changesBetween(known.facts, facts);
  const merged: KnownAd = {
    ...known,
    advertiserId: newer ? id : known.advertiserId,
    version: known.version + 1,
    facts,
    firstSeenAt: earliest(known.firstSeenAt, ad.firstSeenAt ?? at, at),
    lastSeenAt: latest(known.lastSeenAt, at),
    latest: newest(known.latest === null ? measurements : [...measurements, known.latest]),
  };
  const { lastSeenAt: _before, version: _version, ...before } = known;
  const { lastSeenAt: _after, version: _next, ...after } = merged;
  return {
    ad: merged,
    measurements,
    events: eventsBetween(known, merged, changes, at),
    changed: !isDeepStrictEqual(before, after),
  };
}

function mergedFacts(known: AdFacts, told: AdFacts, newer: boolean, fillOnly: boolean): AdFacts {
  const choose = (name: keyof AdFacts): unknown => {
    if (isUnknown(told[name])) return known[name];
    if (isUnknown(known[name])) return told[name];
    if (rules[name] === 'all') return fillOnly ? known[name] : union(known[name], told[name]);
    return newer ? told[name] : known[name];
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from all of their names
  const facts = Object.fromEntries(factNames.map((name) => [name, choose(name)])) as AdFacts;
  // An ad that runs has no end any more; what was known of an earlier end has become wrong.
  return newer && told.status === 'active' ? { ...facts, endDate: told.endDate } : facts;
}

function isUnknown(value: AdFacts[keyof AdFacts]): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object' || value === null) return value === null;
  return (
    'gender' in value &&
    [value.gender, value.age, value.country].every((part) => Object.keys(part).length === 0)
  );
}

function union(known: unknown, told: unknown): unknown {
  return [...new Set([known, told].flat())];
}

function changesBetween(before: AdFacts, after: AdFacts): Change[] {
  return [...watched]
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

function eventsBetween(before: KnownAd, after: KnownAd, changes: readonly Change[], at: string): AdEvent[] {
  const event = (kind: AdEvent['kind']): AdEvent => ({
    hash: after.hash,
    advertiserId: after.advertiserId,
    sequence: after.version,
    kind,
    at,
    changes: kind === 'changed' ? changes : [],
  });
  const ran = runsOn(before.lastSeenAt.slice(0, 10), before.facts);
  const runs = runsOn(at.slice(0, 10), after.facts);
  const turn = ran === runs ? [] : [event(runs ? 'revived' : 'stopped')];
  return changes.length > 0 ? [event('changed'), ...turn] : turn;
}

function toldMeasurements({ snapshots }: OpenAd): Measurement[] {
  return snapshots.map(({ capturedAt, reach, views, likes, comments, shares, rankCountry }) => ({
    capturedAt,
    reach: reach ?? views,
    likes,
    comments,
    shares,
    rankCountry,
  }));
}

/**
 * What this sighting counted, over what was known before: a source that counts only the reach does not make
 * the likes unknown. None when nothing was counted, or nothing has changed since the newest.
 */
function currentMeasurement(
  ad: OpenAd,
  { reach }: AdFacts,
  capturedAt: string,
  before: Measurement | null,
): Measurement[] {
  // An ad that brings its history tells the present in it, unless it says when it was looked at.
  if (ad.snapshots.length > 0 && ad.capturedAt === null) return [];
  const { likes = null, comments = null, shares = null, rankCountry = null } = ad.engagement ?? {};
  const counted = [reach?.value ?? null, likes, comments, shares].some((value) => value !== null);
  if (!counted || (before !== null && capturedAt <= before.capturedAt && ad.capturedAt === null)) return [];
  const base = before !== null && before.capturedAt <= capturedAt ? before : null;
  const now: Measurement = {
    capturedAt,
    reach: reach?.value ?? base?.reach ?? null,
    likes: likes ?? base?.likes ?? null,
    comments: comments ?? base?.comments ?? null,
    shares: shares ?? base?.shares ?? null,
    rankCountry: rankCountry ?? base?.rankCountry ?? null,
  };
  return base !== null && isDeepStrictEqual(now, { ...base, capturedAt }) ? [] : [now];
}

/** Of two at one time the later told stays. */
function distinctTimes(measurements: readonly Measurement[]): Measurement[] {
  return [...new Map(measurements.map((each) => [each.capturedAt, each])).values()];
}

function newest(measurements: readonly Measurement[]): Measurement | null {
  return measurements.reduce<Measurement | null>(
    (best, each) => (best === null || each.capturedAt > best.capturedAt ? each : best),
    null,
  );
}

/** ISO 8601 in UTC with milliseconds throughout, so that text order is time order. */
const earliest = (...times: string[]): string => times.reduce((one, other) => (other < one ? other : one));
const latest = (...times: string[]): string => times.reduce((one, other) => (other > one ? other : one));
