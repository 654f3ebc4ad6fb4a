import { isDeepStrictEqual } from 'node:util';
import type { AdEvent } from './knownAd.ts';
import type { ReportedEvent } from './sightings.ts';

/** An event as it is written to the table `events`, or read from it. */
export interface EventRecord {
  readonly event: AdEvent;
  /** Whether a recording found that it does not hold. */
  readonly isRemoved: boolean;
}

export interface StoredEvent extends EventRecord {
  /** The version of the ad that the recording of this row wrote, or would have written. */
  readonly version: number;
}

/** What a recording left that was interrupted before it wrote the row of its ad. */
export interface InterruptedRecording {
  /** The version that it would have given to the ad. */
  readonly version: number;
  /** All stored events of the ad, also those of the stored version. */
  readonly events: readonly StoredEvent[];
}

type Context = Pick<AdEvent, 'hash' | 'advertiserId' | 'recordedIn'>;

/** Gives events sequence numbers after a given one, in their order. Events of one time share a number. */
export function numberEvents(events: readonly ReportedEvent[], after: number, context: Context): AdEvent[] {
  let [sequence, before]: [number, ReportedEvent | null] = [after, null];
  return events.map((event) => {
    const { kind, at, changes } = event;
    // Equal numbers are ordered by kind.
    if (before === null || before.at !== at || before.kind >= kind) sequence += 1;
    before = event;
    return { ...context, sequence, kind, at, changes };
  });
}

/**
 * The events of the stored version of an ad. An interrupted recording may have written later ones, and have removed some
 * of these.
 */
export function currentEvents(stored: readonly StoredEvent[], version: number): StoredEvent[] {
  return stored.filter(
    (each) => each.event.sequence <= version && (!each.isRemoved || each.version > version),
  );
}

/**
 * Replaces the stored events of an ad. Events up to the first difference stay. Others get new numbers, so that an
 * interrupted recording leaves the events of the stored version as they are. Those that hold as before keep the
 * recording they came from, so that no alert is sent for them.
 */
export function replaceEvents(
  stored: readonly StoredEvent[],
  events: readonly ReportedEvent[],
  version: number,
  context: Context,
) {
  const current = currentEvents(stored, version);
  const same = countSame(current, events);
  const [kept, others] = [current.slice(0, same), current.slice(same)];
  const recordings = new Map(others.map(({ event }) => [sameEvent(event), event.recordedIn]));
  const added = numberEvents(events.slice(same), version, context).map((event) =>
    Object.assign(event, { recordedIn: recordings.get(sameEvent(event)) ?? event.recordedIn }),
  );
  const staying = new Set([...added, ...kept.map(({ event }) => event)].map(keyOf));
  const written: EventRecord[] = [
    ...added.map((event) => ({ event, isRemoved: false })),
    ...kept
      .filter(({ isRemoved }) => isRemoved)
      .map(({ event }) => ({
        event: { ...event, advertiserId: context.advertiserId },
        isRemoved: false,
      })),
    ...stored
      .filter(({ event, isRemoved }) => !isRemoved && !staying.has(keyOf(event)))
      .map(({ event }) => ({ event, isRemoved: true })),
  ];
  // Above all stored rows, so that these replace them.
  const newest = Math.max(0, ...stored.map((each) => each.version + 1));
  return { added, written, version: Math.max(newest, added.at(-1)?.sequence ?? 0) };
}

/**
 * Adds events to those of the stored version. Events that an interrupted recording left are removed, and those that it removed
 * are restored. If the interrupted recording is repeated, neither is needed and it writes the same rows again.
 */
export function addEvents(
  stored: readonly StoredEvent[],
  events: readonly ReportedEvent[],
  version: number,
  context: Context,
) {
  const current = currentEvents(stored, version).map(({ event }) => event);
  const replaced = replaceEvents(stored, [...current, ...events], version, context);
  const isRepeated = replaced.written.length === replaced.added.length;
  return isRepeated ? { ...replaced, version: replaced.added.at(-1)?.sequence ?? 0 } : replaced;
}

function countSame(stored: readonly StoredEvent[], events: readonly ReportedEvent[]): number {
  const different = events.findIndex((event, index) => {
    const known = stored[index]?.event;
    return known === undefined || nameOf(known) !== nameOf(event) || !hasSameChanges(known, event);
  });
  return different === -1 ? events.length : different;
}

function hasSameChanges(one: ReportedEvent, other: ReportedEvent): boolean {
  return isDeepStrictEqual(toPlain(one.changes), toPlain(other.changes));
}

/** As JSON stores it. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** An ad is new once, even if an older sighting shows that it was launched before. */
const sameEvent = (event: ReportedEvent): string => (event.kind === 'launched' ? event.kind : nameOf(event));
const nameOf = ({ kind, at }: ReportedEvent): string => `${kind} ${at}`;
export const keyOf = ({ sequence, kind }: AdEvent): string => `${sequence} ${kind}`;
