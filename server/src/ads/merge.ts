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
import { fillingMeasurements, latestOf, newMeasurements, type History } from './measurements.ts';

/** Under which circumstances ads were seen. */
export interface Sighting {
  /** Who tells of them: the name of an importer. */
  readonly source: string;
  /** When they were seen, for those that do not say it themselves. */
  readonly seenAt: Date;
  /** Whether to leave alone what is known already, as for an ad that a person captured. */
  readonly fillOnly?: boolean;
  /** Of one file, one push or one run of a source, which are told of together when it has ended; absent: told of alone. */
  readonly importId?: string;
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
 * The facts of which each source tells a part, with how many are kept at most: as many as the open format takes, so that
 * an export can be imported. Those known first stay first, so that two sources that take turns do not change the ad each
 * time. Of every other fact the later sighting is right. A known value is never replaced by an unknown one.
 */
const collected: Readonly<Partial<Record<keyof AdFacts, number>>> = {
  sources: 50,
  platforms: 5,
  placements: 50,
  headlines: 500,
  bodies: 500,
  countries: 249,
};

const factNames = [
  'sources',
  'externalId',
  'sourceUrl',
  'platforms',
  'placements',
  'format',
  'mediaType',
  'status',
  'headlines',
  'bodies',
  'description',
  'ctaType',
  'ctaText',
  'landingPageUrl',
  'landingPageDomain',
  'language',
  'countries',
  'isPartnership',
  'partnerName',
  'media',
  'cards',
  'startDate',
  'endDate',
  'reach',
  'reachText',
  'demographics',
] as const satisfies readonly (keyof AdFacts)[];

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
  /** When it was seen. */
  readonly at: string;
  /** Nobody has seen anything later than now; such a time would hold off every true one. */
  readonly now: string;
  /** The number of the recording that it is part of. */
  readonly recording: number;
}

export function identify(ads: readonly OpenAd[], { seenAt }: Sighting, recording: number): SeenAd[] {
  const [usual, now] = [seenAt.toISOString(), new Date().toISOString()];
  const ids = new Map<string, number>();
  return ads.map((ad) => {
    const { name } = ad.advertiser;
    const id = ids.get(name) ?? advertiserId(name);
    ids.set(name, id);
    const key = keyOf(ad);
    const at = ad.capturedAt ?? ad.lastSeenAt ?? usual;
    return { ad, key, hash: adHash(key), advertiserId: id, at: earliest(at, now), now, recording };
  });
}

/**
 * What a sighting makes of an ad, known or not. What was measured is given apart: a kill may have left measurements
 * whose ad was not written any more.
 */
export function merge(known: KnownAd | null, history: History, seen: SeenAd, sighting: Sighting): Merged {
  const told = factsOf(seen.ad, sighting);
  if (known === null) return firstSighting(seen, told, history);
  return furtherSighting(known, seen, told, history, sighting);
}

function factsOf(ad: OpenAd, { source }: Sighting): AdFacts {
  const { reach, reachText } = reachOf(ad);
  return {
    sources: ad.sources.length > 0 ? ad.sources : [source],
    externalId: ad.externalId,
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
      reach: value === null ? null : reportedReach(value),
      reachText,
    };
  }
  const { lower, upper } = reach;
  const middle = lower !== null && upper !== null ? Math.round((lower + upper) / 2) : (lower ?? upper);
  const kind = reach.kind ?? (reach.value === null ? 'range' : 'reported');
  return { reach: { ...reach, value: reach.value ?? middle, kind }, reachText };
}

function firstSighting(
  { ad, key, hash, advertiserId: id, at, now, recording }: SeenAd,
  facts: AdFacts,
  history: History,
): Merged {
  const measurements = newMeasurements(ad, facts.reach?.value ?? null, at, history, now);
  const newest = latestOf([...measurements, ...history.values()]);
  const firstSeenAt = earliest(ad.firstSeenAt ?? at, at);
  const events = firstEvents(ad, { hash, advertiserId: id, recordedIn: recording }, firstSeenAt);
  return {
    ad: {
      hash,
      key,
      advertiserId: id,
      version: Math.max(1, events.length),
      addedIn: recording,
      facts: { ...facts, reach: reachNow(newest, [facts.reach]) },
      firstSeenAt,
      lastSeenAt: latest(earliest(ad.lastSeenAt ?? at, now), firstSeenAt),
      latest: newest,
    },
    measurements,
    events,
    changed: true,
  };
}

/** An export brings the events of its own instance; any other ad begins with this sighting. */
function firstEvents(
  ad: OpenAd,
  whose: Pick<AdEvent, 'hash' | 'advertiserId' | 'recordedIn'>,
  firstSeenAt: string,
): AdEvent[] {
  const told =
    ad.events.length > 0 ? ad.events : [{ at: firstSeenAt, kind: 'launched' as const, changes: [] }];
  return told.map(({ at, kind, changes }, index) =>
    Object.assign({ sequence: index + 1, kind, at, changes }, whose),
  );
}

function furtherSighting(
  known: KnownAd,
  { ad, advertiserId: id, at, now, recording }: SeenAd,
  told: AdFacts,
  history: History,
  { fillOnly = false }: Sighting,
): Merged {
  // Of two at the same time the first stays: a file that has an ad twice does not change it each time it is read.
  const newer = !fillOnly && at > known.lastSeenAt;
  const counted = newMeasurements(ad, told.reach?.value ?? null, at, history, now);
  const measurements = fillOnly ? fillingMeasurements(counted, history) : counted;
  const newest = latestOf([...measurements, ...history.values()]);
  const chosen = mergedFacts(known.facts, told, newer, fillOnly);
  const facts = { ...chosen, reach: reachNow(newest, [chosen.reach, told.reach, known.facts.reach]) };
  const merged: KnownAd = {
    ...known,
    advertiserId: newer ? id : known.advertiserId,
    version: known.version + 1,
    facts,
    firstSeenAt: earliest(known.firstSeenAt, ad.firstSeenAt ?? at, at),
    lastSeenAt: latest(known.lastSeenAt, at),
    latest: newest,
  };
  const changes = changesBetween(known.facts, facts);
  return {
    ad: merged,
    measurements,
    events: eventsBetween(known, merged, changes, { newer, at, recording }),
    changed: !isDeepStrictEqual(withoutCounters(known), withoutCounters(merged)),
  };
}

/** Without what only says that an ad was seen or measured again. */
function withoutCounters(ad: KnownAd): object {
  const { hash, key, advertiserId: id, facts, firstSeenAt } = ad;
  return { hash, key, id, facts, firstSeenAt, newest: { ...ad.latest, capturedAt: null } };
}

/** The most recent reach that was measured; its range and kind are known where one of these tells that value. */
function reachNow(
  newest: Measurement | null,
  told: readonly [AdFacts['reach'], ...AdFacts['reach'][]],
): AdFacts['reach'] {
  const value = newest?.reach ?? null;
  if (value === null) return told[0];
  return told.find((reach) => reach?.value === value) ?? reportedReach(value);
}

function reportedReach(value: number): NonNullable<AdFacts['reach']> {
  return { value, lower: null, upper: null, kind: 'reported' };
}

function mergedFacts(known: AdFacts, told: AdFacts, newer: boolean, fillOnly: boolean): AdFacts {
  const choose = (name: keyof AdFacts): unknown => {
    if (isUnknown(told[name])) return known[name];
    if (isUnknown(known[name])) return told[name];
    const most = collected[name];
    if (most !== undefined) return fillOnly ? known[name] : union(known[name], told[name], most);
    return newer ? told[name] : known[name];
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from all of their names
  const facts = Object.fromEntries(factNames.map((name) => [name, choose(name)])) as AdFacts;
  return {
    ...facts,
    demographics: mergedParts(known, told, newer),
    endDate: endOf(known, told, facts, newer),
  };
}

/**
 * An ad that is seen running has no end any more, and an older sighting does not know of the end of one that runs. None
 * ends before it began: then what was known of the end has become wrong.
 */
function endOf(
  known: AdFacts,
  told: AdFacts,
  { startDate, endDate }: AdFacts,
  newer: boolean,
): string | null {
  const running = newer ? told : known;
  const end = running.status === 'active' ? running.endDate : endDate;
  return end !== null && startDate !== null && end < startDate ? null : end;
}

/** A source may know only one of the parts. */
function mergedParts(
  { demographics: known }: AdFacts,
  { demographics: told }: AdFacts,
  newer: boolean,
): AdFacts['demographics'] {
  if (known === null || told === null) return told ?? known;
  const [first, second] = newer ? [told, known] : [known, told];
  const part = (name: 'gender' | 'age' | 'country'): Record<string, number> =>
    Object.keys(first[name]).length > 0 ? first[name] : second[name];
  return { gender: part('gender'), age: part('age'), country: part('country') };
}

function isUnknown(value: AdFacts[keyof AdFacts]): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function union(known: unknown, told: unknown, most: number): unknown {
  return [...new Set([known, told].flat())].slice(0, most);
}

function changesBetween(before: AdFacts, after: AdFacts): Change[] {
  return [...watched]
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

function eventsBetween(
  before: KnownAd,
  after: KnownAd,
  changes: readonly Change[],
  { newer, at, recording }: { newer: boolean; at: string; recording: number },
): AdEvent[] {
  const event = (kind: AdEvent['kind']): AdEvent => ({
    hash: after.hash,
    advertiserId: after.advertiserId,
    sequence: after.version,
    kind,
    at,
    changes: kind === 'changed' ? changes : [],
    recordedIn: recording,
  });
  const ran = runsOn(before.lastSeenAt.slice(0, 10), before.facts);
  const runs = runsOn(at.slice(0, 10), after.facts);
  // What an older sighting says of those days is no news.
  const turn = !newer || ran === runs ? [] : [event(runs ? 'revived' : 'stopped')];
  return changes.length > 0 ? [event('changed'), ...turn] : turn;
}

/** ISO 8601 in UTC with milliseconds throughout, so that text order is time order. */
const earliest = (...times: string[]): string => times.reduce((one, other) => (other < one ? other : one));
const latest = (...times: string[]): string => times.reduce((one, other) => (other > one ? other : one));
