import { hash } from 'node:crypto';
import type { OpenAd } from '@magpie/contract';
import { adHash, advertiserId, buildAdKey } from './identity.ts';
import { factNames, type AdEvent, type AdFacts, type KnownAd, type Measurement } from './knownAd.ts';
import {
  findNewestReach,
  readMeasurements,
  type ReachPoint,
  type ReportedMeasurements,
} from './measurements.ts';
import { listLimits, watched } from './merge.ts';
import { isUnknownFact } from './transparency.ts';
import { defaultFreshnessDays, isStatedRunning, toDay } from './run.ts';

/** How a batch of ads was seen. */
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

export interface SeenAd {
  readonly ad: OpenAd;
  readonly key: string;
  readonly hash: string;
  readonly advertiserId: number;
  readonly at: string;
  /** The upper bound of all times: a time in the future would outrank all later sightings. */
  readonly now: string;
}

export type Confirmation = Pick<KnownAd, 'lastConfirmedAt' | 'freshnessDays'>;
export type ReportedEvent = Pick<AdEvent, 'kind' | 'at' | 'changes'>;

/** What a source reported about one ad at one time. The state of an ad is a function of the set of its sightings. */
export interface AdSighting extends Confirmation {
  readonly at: string;
  /** Of the content without its time. Orders sightings of the same time. */
  readonly digest: string;
  readonly fillOnly: boolean;
  /** The id of the name, also if the name belongs to another advertiser: a join must not change known sightings. */
  readonly advertiserId: number;
  readonly facts: AdFacts;
  readonly firstSeenAt: string;
  readonly reach: ReachPoint | null;
  /** Counts at the time of the import, which are a measurement only if they differ from the latest ones. */
  readonly counts: Measurement | null;
  /** The history up to this sighting that an export reports; `stored` if it is in the table `events`. */
  readonly events: readonly ReportedEvent[] | 'stored' | null;
}

export function identify(ads: readonly OpenAd[], { seenAt }: Sighting): SeenAd[] {
  const [usual, now] = [seenAt.toISOString(), new Date().toISOString()];
  const ids = new Map<string, number>();
  return ads.map((ad) => {
    const { name } = ad.advertiser;
    const id = ids.get(name) ?? advertiserId(name);
    ids.set(name, id);
    const key = buildAdKey(ad);
    const at = earliest(ad.capturedAt ?? ad.lastSeenAt ?? usual, now);
    return { ad, key, hash: adHash(key), advertiserId: id, at, now };
  });
}

export interface ReadSighting {
  readonly sighting: AdSighting;
  readonly measurements: ReportedMeasurements;
}

export function readSighting(seen: SeenAd, context: Sighting): ReadSighting {
  const { ad, at, now, advertiserId: id } = seen;
  const { fillOnly = false, freshnessDays = null } = context;
  const facts = reportedFacts(ad, context);
  const measurements = readMeasurements(ad, facts.reach?.value ?? null, at, now);
  const { current: counts, dated } = measurements;
  const reach = findNewestReach(counts === null ? dated : [...dated, counts]);
  const firstSeenAt = earliest(ad.firstSeenAt ?? at, at, ...ad.events.map((event) => event.at));
  const events = isLaunch(ad.events, at) ? null : ad.events;
  const content = { fillOnly, advertiserId: id, facts, events };
  const times = [firstSeenAt, ad.lastSeenAt, ad.lastConfirmedAt, reach?.capturedAt];
  const digest = digestSighting(content, [
    ...times.map((time) => (time === at ? null : time)),
    reach?.value,
    ad.freshnessDays ?? freshnessDays,
  ]);
  const confirmation = readConfirmation(seen, context);
  return { sighting: { at, digest, firstSeenAt, ...confirmation, ...content, reach, counts }, measurements };
}

/** Such a history contains no more than the sighting itself. */
function isLaunch(events: readonly ReportedEvent[], at: string): boolean {
  return events.every((event) => event.kind === 'launched' && event.at === at);
}

export type SightingContent = Pick<AdSighting, 'advertiserId' | 'facts' | 'fillOnly' | 'events'>;

/**
 * Facts whose history matters: those with events, those that sightings accumulate, and the status. Of all others, and of
 * each part of the demographics, only the latest known value is ever used, which the ad itself has.
 */
const historicFacts = factNames.filter(
  (name) => name !== 'reach' && (name === 'status' || name in listLimits || watched.has(name)),
);
export const latestFacts = factNames.filter(
  (name) => name !== 'reach' && name !== 'demographics' && !historicFacts.includes(name),
);
const demographicParts = ['gender', 'age', 'country'] as const;

/** JSON of the content that consecutive sightings of an unchanged ad have in common: no counts and no URLs of media. */
export function serializeContent({ advertiserId: id, facts, fillOnly, events }: SightingContent): string {
  const { demographics } = facts;
  const known: readonly string[] = [
    ...latestFacts.filter((name) => !isUnknownFact(facts[name])),
    ...demographicParts.filter((part) => Object.keys(demographics?.[part] ?? {}).length > 0),
  ];
  const historic: Record<string, unknown> = {};
  for (const name of historicFacts) if (!isUnknownFact(facts[name])) historic[name] = facts[name];
  return JSON.stringify({ advertiserId: id, fillOnly, events, known, facts: historic });
}

interface ParsedContent extends Omit<SightingContent, 'facts'> {
  /** Names of the facts that are known, but whose value only the ad has. */
  readonly known: readonly string[];
  readonly facts: Partial<AdFacts>;
}

/** @param ad the facts of the ad, which has the latest value of facts without history */
export function parseContent(json: string, ad: AdFacts): SightingContent {
  const { known, facts, ...rest } = JSON.parse(json) as ParsedContent;
  const has = new Set(known);
  const unknown = (name: keyof AdFacts): unknown => {
    if (name === 'impressionsByCountry') return {};
    return Array.isArray(ad[name]) ? [] : null;
  };
  const part = (name: (typeof demographicParts)[number]): Record<string, number> =>
    has.has(name) ? (ad.demographics?.[name] ?? {}) : {};
  return {
    ...rest,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from all of their names
    facts: {
      ...Object.fromEntries(factNames.map((name) => [name, has.has(name) ? ad[name] : unknown(name)])),
      demographics: demographicParts.some((name) => has.has(name))
        ? { gender: part('gender'), age: part('age'), country: part('country') }
        : null,
      ...facts,
    } as AdFacts,
  };
}

/** Digits of the digest that belong to the content. */
export const contentDigits = 20;
const digestDigits = 32;

/**
 * A file may contain an ad twice, with one time. Media URLs and counts come last, so that both have the same order when
 * the file of the next day contains them again.
 */
export function digestSighting(content: SightingContent, others: readonly unknown[]): string {
  const { facts } = content;
  const first = shortHash(serializeContent(content), contentDigits);
  const { legalName } = facts;
  const latest = latestFacts.filter((name) => name !== 'legalName').map((name) => facts[name]);
  const rest = [facts.reach, facts.demographics, ...latest, ...others];
  // Digests of earlier versions do not contain it.
  if (legalName !== null) rest.push({ legalName });
  return first + shortHash(first + JSON.stringify(rest), digestDigits - contentDigits);
}

function shortHash(text: string, digits: number): string {
  return hash('sha256', text, 'hex').slice(0, digits);
}

function reportedFacts(ad: OpenAd, { source }: Sighting): AdFacts {
  return {
    ...pickFacts(ad),
    ...distinctTexts(ad),
    sources: ad.sources.length > 0 ? ad.sources : [source],
    reach: completeAmount(ad.reach, Math.round),
    impressions: completeAmount(ad.impressions, Math.round),
    spend: completeAmount(ad.spend, (middle) => middle),
  };
}

const noFacts: Readonly<Record<string, unknown>> = Object.fromEntries(factNames.map((name) => [name, null]));

/** Fills a copy: an object that grows field by field takes three times as long to create. */
function pickFacts(ad: OpenAd): AdFacts {
  const facts = { ...noFacts };
  for (const name of factNames) {
    facts[name] = name === 'legalName' ? ad.advertiser.legalName : ad[name];
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filled with all of their names
  return facts as AdFacts;
}

/** As stored, so that they can be analyzed before the ad is merged. */
export function distinctTexts({ headlines, bodies }: OpenAd): Pick<AdFacts, 'headlines' | 'bodies'> {
  return { headlines: distinct(headlines), bodies: distinct(bodies) };
}

function distinct(texts: string[]): string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

/** The estimate for a range is its middle. Null without a number. */
function completeAmount<Amount extends NonNullable<OpenAd['reach']>>(
  amount: Amount | null,
  round: (middle: number) => number,
): Amount | null {
  if (amount === null) return null;
  const { value, lower, upper } = amount;
  if (value === null && lower === null && upper === null) return null;
  const middle = lower !== null && upper !== null ? round((lower + upper) / 2) : (lower ?? upper);
  const kind = amount.kind ?? (value === null ? 'range' : 'reported');
  return { ...amount, value: value ?? middle, kind };
}

/** A source that states the end of an ad does not confirm it, but may know when it was last shown. */
function readConfirmation(
  { ad, at, now }: SeenAd,
  { freshnessDays = defaultFreshnessDays }: Sighting,
): Confirmation {
  const isConfirmed = ad.freshnessDays !== 0 && isStatedRunning(at.slice(0, 10), ad);
  const seenRunningAt = isConfirmed ? (ad.lastSeenAt ?? at) : null;
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
export function laterConfirmation(known: Confirmation, reported: Confirmation): Confirmation {
  const [one, other] = [known.lastConfirmedAt ?? '', reported.lastConfirmedAt ?? ''];
  const isKnown = one === other ? known.freshnessDays >= reported.freshnessDays : one > other;
  return pickConfirmation(isKnown ? known : reported);
}

function pickConfirmation({ lastConfirmedAt, freshnessDays }: Confirmation): Confirmation {
  return { lastConfirmedAt, freshnessDays };
}

/** All times are ISO 8601 in UTC with milliseconds, so text order is time order. */
export const earliest = (...times: string[]): string =>
  times.reduce((one, other) => (other < one ? other : one));
