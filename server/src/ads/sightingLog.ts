import { isDeepStrictEqual } from 'node:util';
import type { AdState } from './foldSightings.ts';
import type { AdFacts, KnownAd, Measurement } from './knownAd.ts';
import type { ReachPoint } from './measurements.ts';
import { parseFacts, serializeFacts } from './past/pastFacts.ts';
import {
  contentDigits,
  digestSighting,
  parseContent,
  serializeContent,
  type AdSighting,
  type ReadSighting,
  type ReportedEvent,
} from './sightings.ts';

/** A row of the table `sightings`. */
export interface SightingRow {
  readonly hash: string;
  readonly at: string;
  readonly digest: string;
  readonly first_seen_at: string;
  readonly last_confirmed_at: string | null;
  readonly freshness_days: number;
  /** JSON. */
  readonly measured: string;
  /** JSON; empty if another row of the ad has the same content. */
  readonly content: string;
}

/** With what only questions about the past need. */
export interface PastSightingRow extends SightingRow {
  /** JSON of the facts that `content` does not have; empty in rows of earlier versions. */
  readonly facts: string;
  /** JSON of the measurements whose time the record contained; empty if there are none. */
  readonly dated: string;
}

interface Measured {
  readonly reach: AdFacts['reach'];
  readonly newest: ReachPoint | null;
  readonly counts: Measurement | null;
}

/** Rows for these sightings. Content that the log already has is left out. */
export function toSightingRows(
  { hash, version }: KnownAd,
  sightings: readonly AdSighting[],
  stored: readonly string[],
  datedOf: (sighting: AdSighting) => readonly Measurement[],
): object[] {
  const contents = new Set(stored.map(contentOf));
  return sightings.map((each) => {
    const content = contentOf(each.digest);
    const dated = datedOf(each);
    const row: PastSightingRow & { version: number } = {
      hash,
      at: each.at,
      digest: each.digest,
      first_seen_at: each.firstSeenAt,
      last_confirmed_at: each.lastConfirmedAt,
      freshness_days: each.freshnessDays,
      measured: JSON.stringify(toMeasured(each)),
      content: contents.has(content) ? '' : serializeContent(each),
      facts: serializeFacts(each.facts),
      dated: dated.length === 0 ? '' : JSON.stringify(dated),
      version,
    };
    contents.add(content);
    return row;
  });
}

function contentOf(digest: string): string {
  return digest.slice(0, contentDigits);
}

function toMeasured({ facts: { reach }, reach: newest, counts }: AdSighting): Measured {
  return { reach, newest, counts };
}

/** @param facts the facts of the ad */
export function fromSightingRows(rows: readonly SightingRow[], facts: AdFacts): AdSighting[] {
  const contents = mapContents(rows);
  return rows.flatMap((row) => {
    const json = contents.get(contentOf(row.digest));
    return json === undefined ? [] : [fromSightingRow(row, json, facts)];
  });
}

function mapContents(rows: readonly SightingRow[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ digest, content }) => (content === '' ? [] : [[contentOf(digest), content]])),
  );
}

/**
 * The sightings up to a moment as they were read, with the facts that each had.
 * @param rows all of the ad: one may have the content of an earlier one
 * @param facts the facts of the ad now, which stand for those that rows of earlier versions lack
 */
export function fromPastRows(
  rows: readonly PastSightingRow[],
  facts: AdFacts,
  until: string,
): ReadSighting[] {
  const contents = mapContents(rows);
  return rows.flatMap((row) => {
    const json = contents.get(contentOf(row.digest));
    if (json === undefined || row.at > until) return [];
    const own = row.facts === '' ? facts : { ...facts, ...parseFacts(row.facts) };
    const sighting = fromSightingRow(row, json, own);
    const dated = row.dated === '' ? [] : (JSON.parse(row.dated) as Measurement[]);
    return [{ sighting, measurements: { dated, current: sighting.counts } }];
  });
}

function fromSightingRow(row: SightingRow, json: string, ad: AdFacts): AdSighting {
  const { facts, ...content } = parseContent(json, ad);
  const { reach, newest, counts } = JSON.parse(row.measured) as Measured;
  return {
    at: row.at,
    digest: row.digest,
    firstSeenAt: row.first_seen_at,
    lastConfirmedAt: row.last_confirmed_at,
    freshnessDays: row.freshness_days,
    ...content,
    facts: { ...facts, reach },
    reach: newest,
    counts,
  };
}

/** Whether an ad that was seen once is stored as it was seen. Such ads, which are most, need no row in the log. */
export function isStoredAsSeen(only: AdSighting, { facts: { reach } }: AdState): boolean {
  return !only.fillOnly && only.events === null && isDeepStrictEqual(reach, only.facts.reach);
}

/** The state of an ad without a log. Before there was one, an ad may have been seen several times. */
export function stateAsSighting(ad: KnownAd, reach: ReachPoint | null): AdSighting {
  const { nameId: advertiserId, facts, firstSeenAt, lastSeenAt: at, lastConfirmedAt, freshnessDays } = ad;
  const isSeenOnce = ad.digest !== '' || firstSeenAt === at;
  const content = {
    advertiserId,
    facts,
    fillOnly: false,
    events: isSeenOnce ? null : ('stored' as const),
  };
  const digest =
    ad.digest === '' ? digestSighting(content, [firstSeenAt, lastConfirmedAt, freshnessDays]) : ad.digest;
  return { at, digest, firstSeenAt, lastConfirmedAt, freshnessDays, ...content, reach, counts: null };
}

export function withStoredEvents(sighting: AdSighting, events: readonly ReportedEvent[]): AdSighting {
  if (sighting.events !== 'stored') return sighting;
  const { firstSeenAt: from, at: to } = sighting;
  const own = events.filter(({ at }) => at >= from && at <= to);
  return { ...sighting, events: own.map(({ kind, at, changes }) => ({ kind, at, changes })) };
}
