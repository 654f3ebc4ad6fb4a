import { readMarker, removalMarker } from '../ads/progressMarkers.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import { countedSince, type NamedAdvertiser } from './nameIndex.sql.ts';
import { lettersIn, wordsOf } from './parsedName.ts';

/** An advertiser as it is looked for. */
export interface Entry {
  readonly advertiserId: number;
  readonly name: string;
  /** Its folded words, with a space before and behind each: ` blue whale `. */
  readonly words: string;
  /** A bit for each of its letters, and how many they are: most names are ruled out at a glance. */
  readonly letters: number;
  readonly length: number;
  ads: number;
  reach: number;
}

/**
 * The names of all advertisers, in memory: some 200 bytes each. Whoever types a name is answered in a few milliseconds,
 * also where it is misspelt, which no index of the engine helps with.
 */
export interface NameIndex {
  /** All advertisers, as of the newest recording. */
  entries(): Promise<Iterable<Entry>>;
}

interface NameBookParts {
  readonly clickhouse: ClickHouse;
  readonly newestRecording: () => MaybePromise<number>;
}

/** Few enough that nobody waits long while they are folded. */
const pageSize = 5000;

/** A count is dated when it begins, by the clock of the node that makes it, and is there when it ends. */
const overlapMilliseconds = 2 * 60_000;

export function createNameIndex({ clickhouse, newestRecording }: NameBookParts): NameIndex {
  const entries = new Map<number, Entry>();
  let since = new Date(0);
  let recording = -1;
  let removedAt: string | null = null;
  let reading: Promise<void> | null = null;

  const readOn = async (newest: number): Promise<void> => {
    const startedAt = Date.now();
    const removal = await readMarker(clickhouse, removalMarker);
    if (removal !== removedAt) {
      // Only what is counted anew is read; advertisers that are gone are not among it.
      entries.clear();
      since = new Date(0);
      removedAt = removal;
    }
    let after = 0;
    for (;;) {
      const rows = await countedSince(clickhouse, since, after, pageSize);
      for (const row of rows) note(entries, row);
      after = rows.at(-1)?.advertiser_id ?? 0;
      if (rows.length < pageSize) break;
    }
    since = new Date(Math.max(0, startedAt - overlapMilliseconds));
    recording = newest;
  };

  const upTo = async (newest: number): Promise<Iterable<Entry>> => {
    if (recording >= newest) return entries.values();
    reading ??= readOn(newest).finally(() => {
      reading = null;
    });
    await reading;
    // Somebody else's reading may have begun before this recording.
    return upTo(newest);
  };

  return { entries: async () => upTo(await newestRecording()) };
}

function note(
  entries: Map<number, Entry>,
  { advertiser_id: advertiserId, name, ads, reach }: NamedAdvertiser,
): void {
  const known = entries.get(advertiserId);
  if (known === undefined) {
    const parts = wordsOf(name);
    const words = ` ${parts.join(' ')} `;
    const { length } = parts.join('');
    entries.set(advertiserId, { advertiserId, name, words, letters: lettersIn(words), length, ads, reach });
  } else {
    Object.assign(known, { ads, reach });
  }
}
