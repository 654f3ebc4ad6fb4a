import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../db/postgres/batches.sql.ts';
import {
  addEvents,
  currentEvents,
  numberEvents,
  replaceEvents,
  type EventRecord,
  type InterruptedRecording,
  type StoredEvent,
} from './eventRows.ts';
import { addCreatives, type Creative } from './families/creatives.ts';
import { foldSightings, sortSightings, type AdState, type Folded } from './foldSightings.ts';
import type { AdEvent, KnownAd, Measurement } from './knownAd.ts';
import {
  findLatest,
  findNewestReach,
  gapMeasurements,
  newMeasurements,
  type ReachPoint,
} from './measurements.ts';
import { latestReach } from './merge.ts';
import { findReachGrowth } from './reachMomentum.ts';
import type { AdSighting, ReadSighting } from './sightings.ts';
import {
  fromSightingRows,
  isStoredAsSeen,
  stateAsSighting,
  toSightingRows,
  withStoredEvents,
  type SightingRow,
} from './sightingLog.ts';

/** What is stored of an ad. */
export interface StoredHistory {
  /** Null for an unknown ad. */
  readonly ad: KnownAd | null;
  readonly measurements: ReadonlyMap<string, Measurement>;
  /** Needed if a sighting is not later than the known ones. */
  readonly past: Past | null;
  readonly interrupted: InterruptedRecording | null;
}

interface Past {
  readonly log: readonly SightingRow[];
  readonly events: readonly StoredEvent[];
}

export interface MergedAd {
  readonly ad: KnownAd;
  readonly changed: boolean;
  readonly measurements: readonly Measurement[];
  /** Events that are new or have a new number, up to the last one of the ad. */
  readonly events: readonly AdEvent[];
  readonly eventRecords: readonly EventRecord[];
  /** Rows of the table `sightings`. */
  readonly sightings: readonly object[];
  /** Creatives that the ad did not have before. */
  readonly addedCreatives: readonly Creative[];
}

/** Whether sightings are not later than the known ones, so that all have to be merged again. */
export function needsPast(stored: KnownAd | null, seen: readonly ReadSighting[]): boolean {
  if (stored === null) return false;
  return newSightings(stored, seen).some(({ at, events }) => at <= stored.lastSeenAt || events !== null);
}

/** Without the last sighting of the ad, which is often repeated. */
function newSightings(stored: KnownAd | null, seen: readonly ReadSighting[]): AdSighting[] {
  return sortSightings(seen.map(({ sighting }) => sighting)).filter(
    ({ at, digest }) => at !== stored?.lastSeenAt || digest !== stored.digest,
  );
}

type Identity = Pick<KnownAd, 'hash' | 'key'> & {
  /** The number of the recording. */
  readonly recording: number;
  /** The advertiser to which a name belongs; by default each one is an advertiser. */
  readonly ownerOf?: (nameId: number) => number;
  /** Without creatives and rows of the log: nothing is stored. */
  readonly isPast?: boolean;
};

interface FoldedAd extends Folded {
  readonly reach: ReachPoint | null;
  readonly earlier: readonly AdSighting[];
  readonly news: readonly AdSighting[];
}

/** The state of an ad after further sightings; its advertiser is that of the name. */
export function foldAd(stored: StoredHistory, seen: readonly ReadSighting[]): FoldedAd {
  const { ad: known, past } = stored;
  const news = newSightings(known, seen);
  const reach = findNewestReach(stored.measurements.values());
  const earlier = known === null || past === null ? [] : storedSightings(known, past, reach);
  const start = known === null || past !== null ? null : toState(known, reach);
  return { ...foldSightings(start, [...earlier, ...news]), reach, earlier, news };
}

function ownSighting(sighting: AdSighting, key: string) {
  return { ...sighting, key, nameId: sighting.advertiserId };
}

/** Adds sightings to an ad. The order in which the sightings of an ad are added does not matter. */
export function mergeAd(identity: Identity, stored: StoredHistory, seen: readonly ReadSighting[]): MergedAd {
  const { ad: known } = stored;
  const { state, events, reach, earlier, news } = foldAd(stored, seen);
  const { reach: _newest, advertiserId: nameId, ...values } = state;
  const advertiserId = identity.ownerOf?.(nameId) ?? nameId;
  const { changed: measurements, all } = mergeMeasurements(stored.measurements, seen, earlier);
  const latest = findLatest(all);
  const recorded = recordEvents(identity, stored, advertiserId, events);
  const isPast = identity.isPast === true;
  const logged = isPast ? [] : sightingsToLog(stored, news, earlier, state, reach);
  const { ids: creatives, added: addedCreatives } = addCreatives(
    known,
    (isPast ? [] : seen).map(({ sighting }) => ownSighting(sighting, identity.key)),
  );
  const merged = latestReach(latest?.reach ?? null, [state.facts.reach, known?.facts.reach ?? null]);
  const ad: KnownAd = {
    ...values,
    advertiserId,
    nameId,
    hash: identity.hash,
    key: known?.key ?? identity.key,
    addedIn: known?.addedIn ?? identity.recording,
    version: Math.max((known?.version ?? 0) + 1, recorded.version, stored.interrupted?.version ?? 0),
    facts: { ...state.facts, reach: merged },
    latest,
    reachGrowth:
      hasReach(measurements) || merged?.kind === 'range'
        ? findReachGrowth(all, merged?.kind ?? null)
        : (known?.reachGrowth ?? null),
    creatives,
    pictureTexts: known?.pictureTexts ?? [],
    isLogged: known?.isLogged === true || logged.length > 0,
  };
  return {
    ad,
    changed:
      known === null ||
      recorded.written.length > 0 ||
      !isDeepStrictEqual(withoutCounters(known), withoutCounters(ad)),
    measurements,
    events: recorded.added,
    eventRecords: recorded.written,
    sightings: toSightingRows(ad, logged, contentsInLog(stored), findDated(stored, seen)),
    addedCreatives,
  };
}

/** The growth of reach is computed again if there is a new count. */
export function hasReach(measurements: readonly Measurement[]): boolean {
  return measurements.some(({ reach }) => reach !== null);
}

function toState(ad: KnownAd, reach: ReachPoint | null): AdState {
  const { nameId: advertiserId, facts, firstSeenAt, lastSeenAt, lastConfirmedAt, freshnessDays, digest } = ad;
  return { advertiserId, facts, firstSeenAt, lastSeenAt, lastConfirmedAt, freshnessDays, digest, reach };
}

function storedSightings(ad: KnownAd, { log, events }: Past, reach: ReachPoint | null): AdSighting[] {
  const logged = upToLastSighting(ad, fromSightingRows(log, ad.facts));
  const isComplete = logged.some(({ at, digest }) => at === ad.lastSeenAt && digest === ad.digest);
  // A log that lost rows to damage must not take known values along.
  const state = isComplete ? [] : [stateAsSighting(ad.isLogged ? { ...ad, digest: '' } : ad, reach)];
  const sightings = [...logged, ...state];
  const current = currentEvents(events, ad.version).map(({ event }) => event);
  return sightings.map((each) => withStoredEvents(each, current));
}

/** Without later ones, which an interrupted recording left: the ad does not have their latest facts. */
function upToLastSighting({ lastSeenAt, digest }: KnownAd, logged: readonly AdSighting[]): AdSighting[] {
  const sorted = sortSightings(logged.filter(({ at }) => at <= lastSeenAt));
  const last = sorted.findIndex((each) => each.at === lastSeenAt && each.digest === digest);
  return last === -1 ? sorted : sorted.slice(0, last + 1);
}

function recordEvents(
  { hash, recording }: Identity,
  { ad, past, interrupted }: StoredHistory,
  advertiserId: number,
  events: Folded['events'],
) {
  const [version, context] = [ad?.version ?? 0, { hash, advertiserId, recordedIn: recording }];
  if (past !== null) return replaceEvents(past.events, events, version, context);
  if (interrupted !== null) return addEvents(interrupted.events, events, version, context);
  const added = numberEvents(events, version, context);
  const written = added.map((event) => ({ event, isRemoved: false }));
  return { added, written, version: added.at(-1)?.sequence ?? 0 };
}

/** The new sightings, and the stored state if it is not in the log yet. */
function sightingsToLog(
  { ad, past }: StoredHistory,
  news: readonly AdSighting[],
  earlier: readonly AdSighting[],
  state: AdState,
  reach: ReachPoint | null,
): AdSighting[] {
  const [first, second] = news;
  if (first === undefined) return [];
  if (ad === null) return second === undefined && isStoredAsSeen(first, state) ? [] : [...news];
  if (past === null) return ad.isLogged ? [...news] : [stateAsSighting(ad, reach), ...news];
  const known = new Set(past.log.map(({ at, digest }) => `${at} ${digest}`));
  return [...earlier, ...news].filter(({ at, digest }) => !known.has(`${at} ${digest}`));
}

/** Digests of sightings whose content the log has. */
function contentsInLog({ ad, past }: StoredHistory): readonly string[] {
  if (ad === null || !ad.isLogged) return [];
  if (past === null) return [ad.digest];
  return past.log.filter(({ content }) => content !== '').map(({ digest }) => digest);
}

/** The measurements that each sighting reported with their times. The stored state has all that are known. */
function findDated({ ad, measurements }: StoredHistory, seen: readonly ReadSighting[]) {
  const reported = groupBy(seen, ({ sighting }) => `${sighting.at} ${sighting.digest}`);
  return ({ at, digest }: AdSighting): readonly Measurement[] => {
    const own = reported.get(`${at} ${digest}`);
    if (own !== undefined) return own.flatMap((each) => each.measurements.dated);
    return ad !== null && !ad.isLogged && at === ad.lastSeenAt ? [...measurements.values()] : [];
  };
}

function mergeMeasurements(
  stored: ReadonlyMap<string, Measurement>,
  seen: readonly ReadSighting[],
  earlier: readonly AdSighting[],
) {
  const all = new Map(stored);
  const changed = new Map<string, Measurement>();
  const add = (measurements: readonly Measurement[]): void => {
    for (const each of measurements) {
      all.set(each.capturedAt, each);
      changed.set(each.capturedAt, each);
    }
  };
  const inOrder = seen.toSorted((one, other) => (one.sighting.at < other.sighting.at ? -1 : 1));
  for (const { sighting, measurements } of inOrder) {
    const found = newMeasurements(measurements, all);
    add(sighting.fillOnly ? gapMeasurements(found, all) : found);
  }
  // Counts that repeated earlier ones may differ from those that were added since.
  const added = seen.flatMap(({ sighting }) => (sighting.fillOnly ? [] : [sighting]));
  for (const { counts } of sortSightings([...earlier, ...added])) {
    if (counts !== null) add(newMeasurements({ dated: [], current: counts }, all));
  }
  return { changed: [...changed.values()], all: [...all.values()] };
}

/** Omits what changes whenever an ad is seen or measured again. */
function withoutCounters({ advertiserId, facts, firstSeenAt, latest }: KnownAd): object {
  return { advertiserId, facts, firstSeenAt, latest: { ...latest, capturedAt: null } };
}
