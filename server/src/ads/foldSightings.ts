import type { AdFacts, KnownAd } from './knownAd.ts';
import { laterReach, type ReachPoint } from './measurements.ts';
import { changesBetween, latestReach, mergeFacts } from './merge.ts';
import { isStatedRunning } from './run.ts';
import { earliest, laterConfirmation, type AdSighting, type ReportedEvent } from './sightings.ts';

export type AdState = Pick<
  KnownAd,
  'advertiserId' | 'facts' | 'firstSeenAt' | 'lastSeenAt' | 'lastConfirmedAt' | 'freshnessDays' | 'digest'
> & {
  /** The newest measured reach. */
  readonly reach: ReachPoint | null;
};

export interface Folded {
  readonly state: AdState;
  readonly events: readonly ReportedEvent[];
}

/**
 * The state and the events of an ad after a set of sightings. The order in which they are given does not matter, and a
 * repeated one changes nothing: they are merged by time, and those of one time as a whole.
 * @param start the state after earlier sightings, whose events are not returned
 */
export function foldSightings(start: AdState | null, sightings: readonly AdSighting[]): Folded {
  const sorted = sortSightings(sightings);
  const events: ReportedEvent[] = [];
  let state = start;
  for (const group of groupByTime(sorted)) {
    const combined = group.reduce(combine);
    const before: AdState | null = state;
    state = before === null ? firstState(combined) : nextState(before, combined);
    events.push(
      ...(before === null
        ? [{ kind: 'launched' as const, at: combined.firstSeenAt, changes: [] }]
        : eventsBetween(before, state, combined)),
    );
  }
  if (state === null) throw new Error('An ad has at least one sighting.');
  return { state, events: withReportedEvents(events, sorted) };
}

/** By time, each one once. Of one time, those that only fill gaps come last. */
export function sortSightings(sightings: readonly AdSighting[]): AdSighting[] {
  const distinct = new Map(sightings.map((each) => [`${each.at} ${each.digest}`, each]));
  return [...distinct.values()].toSorted(
    (one, other) =>
      compareText(one.at, other.at) ||
      Number(one.fillOnly) - Number(other.fillOnly) ||
      compareText(one.digest, other.digest),
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function groupByTime(sorted: readonly AdSighting[]): [AdSighting, ...AdSighting[]][] {
  const groups: [AdSighting, ...AdSighting[]][] = [];
  for (const each of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && last[0].at === each.at && !each.fillOnly) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Two sightings of one time: the first known value counts, whatever was known before. */
function combine(one: AdSighting, other: AdSighting): AdSighting {
  const reach = laterReach(one.reach, other.reach);
  const facts = mergeFacts(one.facts, other.facts, false, false);
  const reported: [AdFacts['reach'], AdFacts['reach']] = [facts.reach, other.facts.reach];
  return {
    ...one,
    digest: other.digest,
    facts: { ...facts, reach: latestReach(reach?.value ?? null, reported) },
    firstSeenAt: earliest(one.firstSeenAt, other.firstSeenAt),
    ...laterConfirmation(one, other),
    reach,
  };
}

function firstState({ advertiserId, facts, firstSeenAt, at, digest, reach, ...seen }: AdSighting): AdState {
  const { lastConfirmedAt, freshnessDays } = seen;
  return {
    advertiserId,
    facts: { ...facts, reach: latestReach(reach?.value ?? null, [facts.reach]) },
    firstSeenAt,
    lastSeenAt: at,
    lastConfirmedAt,
    freshnessDays,
    digest,
    reach,
  };
}

function nextState(before: AdState, seen: AdSighting): AdState {
  const { fillOnly } = seen;
  const facts = mergeFacts(before.facts, seen.facts, !fillOnly, fillOnly);
  const reach = fillOnly ? (before.reach ?? seen.reach) : laterReach(before.reach, seen.reach);
  const reported: [AdFacts['reach'], AdFacts['reach'], AdFacts['reach']] = [
    facts.reach,
    seen.facts.reach,
    before.facts.reach,
  ];
  return {
    advertiserId: fillOnly ? before.advertiserId : seen.advertiserId,
    facts: { ...facts, reach: latestReach(reach?.value ?? null, reported) },
    firstSeenAt: earliest(before.firstSeenAt, seen.firstSeenAt),
    lastSeenAt: seen.at,
    ...laterConfirmation(before, seen),
    digest: seen.digest,
    reach,
  };
}

function eventsBetween(before: AdState, after: AdState, { at, fillOnly }: AdSighting): ReportedEvent[] {
  const changes = changesBetween(before.facts, after.facts);
  const changed: ReportedEvent[] = changes.length === 0 ? [] : [{ kind: 'changed', at, changes }];
  if (fillOnly) return changed;
  const ran = isStatedRunning(before.lastSeenAt.slice(0, 10), before.facts);
  const runs = isStatedRunning(at.slice(0, 10), after.facts);
  return ran === runs ? changed : [...changed, { kind: runs ? 'revived' : 'stopped', at, changes: [] }];
}

interface PlacedEvent {
  readonly event: ReportedEvent;
  readonly position: string;
}

/**
 * An export contains the history up to its time, which is more than sightings from that period can show. So within it,
 * its events count; of two exports, those of the earlier one.
 */
function withReportedEvents(events: readonly ReportedEvent[], sorted: readonly AdSighting[]) {
  const periods: { readonly from: string; readonly to: string }[] = [];
  const isOutside = ({ at }: ReportedEvent): boolean => periods.every(({ from, to }) => at < from || at > to);
  const reported: PlacedEvent[] = [];
  for (const { events: own, firstSeenAt, at } of sorted) {
    if (own === null || own === 'stored') continue;
    reported.push(...placeInOrder(own).filter(({ event }) => isOutside(event)));
    periods.push({ from: earliest(firstSeenAt, ...own.map((event) => event.at)), to: at });
  }
  if (periods.length === 0) return events;
  const outside = events.filter(isOutside).map((event) => ({ event, position: event.at }));
  const all = [...outside, ...reported].toSorted((one, other) => compareText(one.position, other.position));
  const launch = all.find(({ event }) => event.kind === 'launched');
  return all.filter((each) => each.event.kind !== 'launched' || each === launch).map(({ event }) => event);
}

/** Keeps the given order, even if a time is before the one of an earlier event. */
function placeInOrder(events: readonly ReportedEvent[]): PlacedEvent[] {
  let position = '';
  return events.map((event) => {
    if (event.at > position) position = event.at;
    return { event, position };
  });
}
