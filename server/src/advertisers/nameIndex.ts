import { readMarker, removalMarker } from '../ads/progressMarkers.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/procedure.ts';
import { totalsBuiltSince, type NamedAdvertiser } from './directory.sql.ts';
import { letterBits, splitName } from './parsedName.ts';

export interface NameEntry {
  readonly advertiserId: number;
  readonly name: string;
  /** Folded words with surrounding spaces: ` blue whale `. */
  readonly words: string;
  /** A bit set of its letters and their number, to rule out most names quickly. */
  readonly letters: number;
  readonly length: number;
  ads: number;
  reach: number;
}

export type NameIndex = ReturnType<typeof createNameIndex>;

interface NameIndexParts {
  readonly clickhouse: ClickHouse;
  readonly newestRecording: () => MaybePromise<number>;
}

/** Small enough that folding a page does not block the event loop for long. */
const pageSize = 5000;

/** A total has the start time of its update, by the clock of that node, but becomes visible only at the end. */
const overlapMilliseconds = 2 * 60_000;

/** In memory, about 200 bytes for each name: ClickHouse has no index for misspelled names. */
export function createNameIndex({ clickhouse, newestRecording }: NameIndexParts) {
  const entries = new Map<number, NameEntry>();
  let since = new Date(0);
  let recording = -1;
  let removedAt: string | null = null;
  let reading: Promise<void> | null = null;

  const refresh = async (newest: number): Promise<void> => {
    const startedAt = Date.now();
    const removal = await readMarker(clickhouse, removalMarker);
    if (removal !== removedAt) {
      // Updates do not contain removed advertisers, so everything is read again.
      entries.clear();
      since = new Date(0);
      removedAt = removal;
    }
    let after = 0;
    for (;;) {
      const rows = await totalsBuiltSince(clickhouse, since, after, pageSize);
      for (const row of rows) upsertEntry(entries, row);
      after = rows.at(-1)?.advertiser_id ?? 0;
      if (rows.length < pageSize) break;
    }
    since = new Date(Math.max(0, startedAt - overlapMilliseconds));
    recording = newest;
  };

  const entriesAt = async (newest: number): Promise<Iterable<NameEntry>> => {
    if (recording >= newest) return entries.values();
    reading ??= refresh(newest).finally(() => {
      reading = null;
    });
    await reading;
    // The awaited read may have started before this recording.
    return entriesAt(newest);
  };

  return { entries: async (newest: MaybePromise<number> = newestRecording()) => entriesAt(await newest) };
}

function upsertEntry(
  entries: Map<number, NameEntry>,
  { advertiser_id: advertiserId, name, ads, reach }: NamedAdvertiser,
): void {
  const known = entries.get(advertiserId);
  if (known === undefined) {
    const parts = splitName(name);
    const words = ` ${parts.join(' ')} `;
    const { length } = parts.join('');
    entries.set(advertiserId, { advertiserId, name, words, letters: letterBits(words), length, ads, reach });
  } else {
    Object.assign(known, { ads, reach });
  }
}
