import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import { advertiserId, adHash, buildAdKey } from './identity.ts';
import {
  factNames,
  type AdEvent,
  type AdFacts,
  type Change,
  type KnownAd,
  type Measurement,
} from './knownAd.ts';
import { defaultFreshnessDays, isStatedRunning, toDay } from './run.ts';
import { isUnknownFact } from './transparency.ts';
import { gapMeasurements, findLatest, newMeasurements, type History } from './measurements.ts';

export interface Sighting {
  readonly source: string;
  /** When the ads were seen, unless they have a time themselves. */
  readonly seenAt: Date;
  /** Whether to only fill gaps and keep known values, as for an ad that a person captured. */
  readonly fillOnly?: boolean;
  /** Days for which the sighting confirms that an ad runs. */
  readonly freshnessDays?: number;
  /** Groups the recordings of one file, push or source run, for which alerts are sent together when it ends. */
  readonly importId?: string;
}

export interface Merged {
  readonly ad: KnownAd;
  readonly measurements: readonly Measurement[];
  readonly events: readonly AdEvent[];
  readonly changed: boolean;
}

/**
 * Lists that are merged over all sources, with their maximum lengths, which are those of the open format, so that an
 * export can be imported. Existing values come first, so that alternating sources do not change the ad each time. For all
 * other facts the later sighting wins. A known value is never replaced by an unknown one.
 */
const listLimits: Readonly<Partial<Record<keyof AdFacts, number>>> = {
  sources: 50,
  platforms: 5,
  placements: 50,
  headlines: 500,
  bodies: 500,
  countries: 249,
};

/** The facts whose changes create an event. Media URLs are excluded because they change with every request. */
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

export interface SeenAd {
  readonly ad: OpenAd;
  readonly key: string;
  readonly hash: string;
  readonly advertiserId: number;
  readonly at: string;
  /** The upper bound of all times: a time in the future would outrank all later sightings. */
  readonly now: string;
  readonly recording: number;
}

export function identify(ads: readonly OpenAd[], { seenAt }: Sighting, recording: number): SeenAd[] {
  const [usual, now] = [seenAt.toISOString(), new Date().toISOString()];
  const ids = new Map<string, number>();
  return ads.map((ad) => {
    const { name } = ad.advertiser;
    const id = ids.get(name) ?? advertiserId(name);
    ids.set(name, id);
    const key = buildAdKey(ad);
    const at = ad.capturedAt ?? ad.lastSeenAt ?? usual;
    return { ad, key, hash: adHash(key), advertiserId: id, at: earliest(at, now), now, recording };
  });
}

/** Measurements are passed separately: an interrupted recording may have stored them without the ad. */
export function merge(known: KnownAd | null, history: History, seen: SeenAd, sighting: Sighting): Merged {
  const reported = reportedFacts(seen.ad, sighting);
  if (known === null) return firstSighting(seen, reported, history, sighting);
  return laterSighting(known, seen, reported, history, sighting);
}

function reportedFacts(ad: OpenAd, { source }: Sighting): AdFacts {
  return {
    ...pick(ad, factNames),
    ...distinctTexts(ad),
    sources: ad.sources.length > 0 ? ad.sources : [source],
    reach: readReach(ad),
    impressions: ad.impressions === null ? null : completeAmount(ad.impressions, Math.round),
    spend: ad.spend === null ? null : completeAmount(ad.spend, (middle) => middle),
  };
}

function pick<Value, Name extends keyof Value>(value: Value, names: readonly Name[]): Pick<Value, Name>;
function pick(value: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

/** As stored, so that they can be analyzed before the ad is merged. */
export function distinctTexts({ headlines, bodies }: OpenAd): Pick<AdFacts, 'headlines' | 'bodies'> {
  return { headlines: distinct(headlines), bodies: distinct(bodies) };
}

function distinct(texts: string[]): string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

/** Views count as reach. */
function readReach({ reach, engagement }: OpenAd): AdFacts['reach'] {
  if (reach === null || (reach.value === null && reach.lower === null && reach.upper === null)) {
    const value = engagement?.views ?? null;
    return value === null ? null : reportedReach(value);
  }
  return completeAmount(reach, Math.round);
}

/** The estimate for a range is its middle. */
function completeAmount<Amount extends NonNullable<OpenAd['reach']>>(
  amount: Amount,
  round: (middle: number) => number,
): Amount {
  const { lower, upper } = amount;
  const middle = lower !== null && upper !== null ? round((lower + upper) / 2) : (lower ?? upper);
  const kind = amount.kind ?? (amount.value === null ? 'range' : 'reported');
  return { ...amount, value: amount.value ?? middle, kind };
}

function firstSighting(
  { ad, key, hash, advertiserId: id, at, now, recording }: SeenAd,
  facts: AdFacts,
  history: History,
  sighting: Sighting,
): Merged {
  const measurements = newMeasurements(ad, facts.reach?.value ?? null, at, history, now);
  const newest = findLatest([...measurements, ...history.values()]);
  const firstSeenAt = earliest(ad.firstSeenAt ?? at, at);
  const events = firstEvents(ad, { hash, advertiserId: id, recordedIn: recording }, firstSeenAt);
  return {
    ad: {
      hash,
      key,
      advertiserId: id,
      version: Math.max(1, events.length),
      addedIn: recording,
      facts: { ...facts, reach: latestReach(newest, [facts.reach]) },
      firstSeenAt,
      lastSeenAt: latest(earliest(ad.lastSeenAt ?? at, now), firstSeenAt),
      ...readConfirmation({ ad, at, now }, sighting),
      latest: newest,
    },
    measurements,
    events,
    changed: true,
  };
}

type Confirmation = Pick<KnownAd, 'lastConfirmedAt' | 'freshnessDays'>;

/** A source that states the end of an ad does not confirm it, but may know when it was last shown. */
function readConfirmation(
  { ad, at, now }: Pick<SeenAd, 'ad' | 'at' | 'now'>,
  { freshnessDays = defaultFreshnessDays }: Sighting,
): Confirmation {
  const seenRunningAt = isStatedRunning(at.slice(0, 10), ad) ? (ad.lastSeenAt ?? at) : null;
  const shownAt = ad.lastConfirmedAt ?? seenRunningAt;
  const lastConfirmedAt = shownAt === null ? null : earliest(shownAt, ad.capturedAt ?? now, now);
  // A library that is some days behind states that the ad runs when it is read.
  const daysBehind = ad.status === 'active' ? countDays(lastConfirmedAt ?? at, at) : 0;
  return {
    lastConfirmedAt,
    freshnessDays: ad.freshnessDays ?? Math.min(defaultFreshnessDays, freshnessDays + daysBehind),
  };
}

function countDays(from: string, to: string): number {
  return Math.max(0, toDay(to.slice(0, 10)) - toDay(from.slice(0, 10)));
}

/** The later one; of two at the same time the one that counts longer, so that their order does not matter. */
function laterConfirmation(known: Confirmation, reported: Confirmation): Confirmation {
  const [one, other] = [known.lastConfirmedAt ?? '', reported.lastConfirmedAt ?? ''];
  if (one !== other) return one > other ? pickConfirmation(known) : reported;
  return known.freshnessDays >= reported.freshnessDays ? pickConfirmation(known) : reported;
}

function pickConfirmation({ lastConfirmedAt, freshnessDays }: Confirmation): Confirmation {
  return { lastConfirmedAt, freshnessDays };
}

/** An export contains the events of the exporting instance; any other ad is launched with this sighting. */
function firstEvents(
  ad: OpenAd,
  whose: Pick<AdEvent, 'hash' | 'advertiserId' | 'recordedIn'>,
  firstSeenAt: string,
): AdEvent[] {
  const reported =
    ad.events.length > 0 ? ad.events : [{ at: firstSeenAt, kind: 'launched' as const, changes: [] }];
  return reported.map(({ at, kind, changes }, index) =>
    Object.assign({ sequence: index + 1, kind, at, changes }, whose),
  );
}

function laterSighting(
  known: KnownAd,
  { ad, advertiserId: id, at, now, recording }: SeenAd,
  reported: AdFacts,
  history: History,
  sighting: Sighting,
): Merged {
  const { fillOnly = false } = sighting;
  // Of two at the same time the first one wins: a file that contains an ad twice does not change it on every import.
  const newer = !fillOnly && at > known.lastSeenAt;
  const counted = newMeasurements(ad, reported.reach?.value ?? null, at, history, now);
  const measurements = fillOnly ? gapMeasurements(counted, history) : counted;
  const newest = findLatest([...measurements, ...history.values()]);
  const chosen = mergedFacts(known.facts, reported, newer, fillOnly);
  const facts = { ...chosen, reach: latestReach(newest, [chosen.reach, reported.reach, known.facts.reach]) };
  const merged: KnownAd = {
    ...known,
    advertiserId: newer ? id : known.advertiserId,
    version: known.version + 1,
    facts,
    firstSeenAt: earliest(known.firstSeenAt, ad.firstSeenAt ?? at, at),
    lastSeenAt: latest(known.lastSeenAt, at),
    ...laterConfirmation(known, readConfirmation({ ad, at, now }, sighting)),
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

/** Omits what changes whenever an ad is seen or measured again. */
function withoutCounters(ad: KnownAd): object {
  const { hash, key, advertiserId: id, facts, firstSeenAt } = ad;
  return { hash, key, id, facts, firstSeenAt, newest: { ...ad.latest, capturedAt: null } };
}

/** The newest measured reach, with the range and kind of the candidate that has the same value. */
function latestReach(
  newest: Measurement | null,
  reported: readonly [AdFacts['reach'], ...AdFacts['reach'][]],
): AdFacts['reach'] {
  const value = newest?.reach ?? null;
  if (value === null) return reported[0];
  return reported.find((reach) => reach?.value === value) ?? reportedReach(value);
}

function reportedReach(value: number): NonNullable<AdFacts['reach']> {
  return { value, lower: null, upper: null, kind: 'reported' };
}

function mergedFacts(known: AdFacts, reported: AdFacts, newer: boolean, fillOnly: boolean): AdFacts {
  const choose = (name: keyof AdFacts): unknown => {
    if (isUnknownFact(reported[name])) return known[name];
    if (isUnknownFact(known[name])) return reported[name];
    const most = listLimits[name];
    if (most !== undefined) return fillOnly ? known[name] : union(known[name], reported[name], most);
    return newer ? reported[name] : known[name];
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from all of their names
  const facts = Object.fromEntries(factNames.map((name) => [name, choose(name)])) as AdFacts;
  return {
    ...facts,
    demographics: mergedDemographics(known, reported, newer),
    endDate: mergedEndDate(known, reported, facts, newer),
  };
}

/** An ad seen running loses its end; an older sighting cannot end it. An end before the start is dropped. */
function mergedEndDate(known: AdFacts, reported: AdFacts, { startDate, endDate }: AdFacts, newer: boolean) {
  const running = newer ? reported : known;
  const end = running.status === 'active' ? running.endDate : endDate;
  return end !== null && startDate !== null && end < startDate ? null : end;
}

/** A source may report only some of the breakdowns. */
function mergedDemographics(
  { demographics: known }: AdFacts,
  { demographics: reported }: AdFacts,
  newer: boolean,
): AdFacts['demographics'] {
  if (known === null || reported === null) return reported ?? known;
  const [first, second] = newer ? [reported, known] : [known, reported];
  const part = (name: 'gender' | 'age' | 'country'): Record<string, number> =>
    Object.keys(first[name]).length > 0 ? first[name] : second[name];
  return { gender: part('gender'), age: part('age'), country: part('country') };
}

function union(known: unknown, reported: unknown, most: number): unknown {
  return [...new Set([known, reported].flat())].slice(0, most);
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
  const ran = isStatedRunning(before.lastSeenAt.slice(0, 10), before.facts);
  const runs = isStatedRunning(at.slice(0, 10), after.facts);
  // An older sighting does not change the current status.
  const turn = !newer || ran === runs ? [] : [event(runs ? 'revived' : 'stopped')];
  return changes.length > 0 ? [event('changed'), ...turn] : turn;
}

/** All times are ISO 8601 in UTC with milliseconds, so text order is time order. */
const earliest = (...times: string[]): string => times.reduce((one, other) => (other < one ? other : one));
const latest = (...times: string[]): string => times.reduce((one, other) => (other > one ? other : one));
