import type { OpenAd } from '@magpie/contract';
import { keyOf, type StoredEvent } from '../ads/eventRows.ts';
import type { AdEvent, KnownAd, Measurement } from '../ads/knownAd.ts';
import { mergeAd, needsPast, type MergedAd } from '../ads/mergeAd.ts';
import type { PastSightingRow } from '../ads/sightingLog.ts';
import { identify, readSighting, type Sighting } from '../ads/sightings.ts';

/** The tables that a recording writes after the place of an ad, at once, and before its row. */
export const tablesBeforeAd = ['sightings', 'snapshots', 'events'] as const;
export type TableBeforeAd = (typeof tablesBeforeAd)[number];

export interface SightedAd {
  readonly ad: OpenAd;
  readonly sighting: Sighting;
}

/** The tables of one ad in memory, which are read and written as the catalog does it. */
export function createMemoryIndex() {
  let stored: KnownAd | null = null;
  let recording = 0;
  let placeVersion = 0;
  const measurements = new Map<string, Measurement>();
  const log = new Map<string, PastSightingRow>();
  const events = new Map<string, StoredEvent>();

  /** @param interruptedAfter what the recording still writes, if it is interrupted before it writes the row of the ad */
  const record = (
    seen: readonly SightedAd[],
    interruptedAfter: readonly TableBeforeAd[] | null = null,
  ): MergedAd => {
    recording += 1;
    const writes = new Set(interruptedAfter ?? tablesBeforeAd);
    const identified = seen.map(({ ad, sighting }) => ({ ads: identify([ad], sighting), sighting }));
    const [first] = identified.flatMap(({ ads }) => ads);
    if (first === undefined) throw new Error('A batch has at least one ad.');
    const read = identified.flatMap(({ ads, sighting }) => ads.map((each) => readSighting(each, sighting)));
    const logged = stored?.isLogged === true ? [...log.values()] : [];
    const past = needsPast(stored, read) ? { log: logged, events: sortedEvents() } : null;
    const isInterrupted = placeVersion > (stored?.version ?? 0);
    const merged = mergeAd(
      { hash: first.hash, key: first.key, recording },
      {
        ad: stored,
        measurements: new Map(measurements),
        past,
        interrupted: isInterrupted ? { version: placeVersion, events: sortedEvents() } : null,
      },
      read,
    );
    if (merged.eventRecords.length > 0) placeVersion = Math.max(placeVersion, merged.ad.version);
    if (writes.has('snapshots'))
      for (const each of merged.measurements) measurements.set(each.capturedAt, each);
    if (writes.has('sightings')) writeLog(merged);
    if (writes.has('events')) writeEvents(merged);
    if (interruptedAfter === null) stored = merged.ad;
    return merged;
  };

  const writeLog = (merged: MergedAd): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of this table
    for (const row of merged.sightings as PastSightingRow[]) log.set(`${row.at} ${row.digest}`, row);
  };

  /** Of two rows of an event, the one with the higher version counts. */
  const writeEvents = ({ eventRecords, ad: { version } }: MergedAd): void => {
    for (const { event, isRemoved } of eventRecords) {
      const known = events.get(keyOf(event));
      if (known === undefined || known.version <= version) {
        events.set(keyOf(event), { event, isRemoved, version });
      }
    }
  };

  const sortedEvents = (): StoredEvent[] =>
    [...events.values()].toSorted(
      ({ event: one }, { event: other }) => one.sequence - other.sequence || (one.kind < other.kind ? -1 : 1),
    );

  return {
    record,
    /** As if its rows were lost to damage. */
    loseLog: (): void => log.clear(),
    /** As if the ad had been recorded before sightings were logged. */
    dropLog: (): void => {
      if (stored !== null) stored = { ...stored, digest: '', isLogged: false };
      log.clear();
    },
    log: (): PastSightingRow[] => [...log.values()],
    ad: (): KnownAd | null => stored,
    events: (): AdEvent[] => sortedEvents().flatMap(({ event, isRemoved }) => (isRemoved ? [] : [event])),
    measurements: (): Measurement[] =>
      [...measurements.values()].toSorted((one, other) => (one.capturedAt < other.capturedAt ? -1 : 1)),
  };
}
