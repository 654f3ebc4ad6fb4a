import { findSnapshots, type SnapshotRow } from '../ads/ads.sql.ts';
import { MagpieError } from '@magpie/contract/errors';
import { LRUCache } from 'lru-cache';
import type { AdvertiserRow } from '../ads/ads.sql.ts';
import type { Measurement } from '../ads/knownAd.ts';
import { countPastSightings, readAdsSeenAgain } from '../ads/past/past.sql.ts';
import { foldPastAds, type PastAd, type PastDeps } from '../ads/past/pastAds.ts';
import { type PastAdvertiser, readPastAdvertiser } from '../ads/past/pastAdvertiser.ts';
import { toDay } from '../ads/run.ts';
import { type AdColumns, buildColumns } from './memory/adColumns.ts';
import { readColumnsSeenUntil } from './memory/adColumns.sql.ts';
import { readHistories } from './memory/changes.sql.ts';
import type { Histories } from './memory/changes.ts';
import { type MeasuredReach, type MeasuredSpans, readMeasuredReach } from '../ads/measuredReach.sql.ts';
import { toColumnsRow, toHistoryRow } from './pastColumns.ts';

/** An advertiser and its ads as they were known at a moment. */
export interface PastBrand {
  readonly row: AdvertiserRow;
  readonly columns: AdColumns;
  readonly histories: () => Promise<Histories>;
  readonly measuredReach: (
    hashes: readonly string[],
    spans: MeasuredSpans,
  ) => Promise<readonly MeasuredReach[]>;
  readonly counts: (hashes: readonly string[]) => Promise<readonly SnapshotRow[]>;
}

export interface PastResearch {
  /**
   * Undefined if the name was not known yet.
   * @param newest the recording of which sightings are needed
   */
  read(nameId: number, at: string, newest: number): Promise<PastBrand | undefined>;
}

interface PastResearchParts extends PastDeps {
  readonly maxBytes: number;
  /** See `AdMemoryParts`. */
  readonly changedBetween: (after: number, upTo: number) => ReadonlySet<number> | null;
  /** Brands with more ads have no past. */
  readonly maxAds?: number;
  /** Nor do brands of which more sightings have to be merged again. */
  readonly maxSightings?: number;
}

/** Bounds the memory that a question takes. */
const defaultMaxAds = 50_000;
/** Bounds the time for which a question waits: on a busy machine, merging one takes 0.3 ms. */
const defaultMaxSightings = 100_000;
/** Of an entry without ads, and of what each folded ad adds to its columns. */
const entryBytes = 2000;
const foldedBytes = 1000;

interface Entry {
  readonly brand: PastBrand;
  readonly recording: number;
  /** A recording that changes one of these may have added sightings. */
  readonly advertiserIds: readonly number[];
  readonly bytes: number;
}

/** Brands at recently requested moments, in memory. An entry is read again after a recording changed its advertiser. */
export function createPastResearch(parts: PastResearchParts): PastResearch {
  const { maxBytes, changedBetween } = parts;
  const entries =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  const reading = new Map<string, Promise<Entry | undefined>>();

  const isCurrent = ({ recording, advertiserIds }: Entry, newest: number): boolean => {
    if (recording >= newest) return true;
    const changed = changedBetween(recording, newest);
    return changed !== null && !advertiserIds.some((id) => changed.has(id));
  };

  return {
    read: async (nameId, at, newest) => {
      const key = `${nameId} ${at}`;
      const known = entries?.get(key);
      if (known !== undefined && isCurrent(known, newest)) return known.brand;
      const started = `${key} ${newest}`;
      const found =
        reading.get(started) ??
        readEntry(parts, nameId, at, newest).finally(() => {
          reading.delete(started);
        });
      reading.set(started, found);
      const entry = await found;
      if (entry !== undefined) entries?.set(key, entry);
      return entry?.brand;
    },
  };
}

async function readEntry(
  parts: PastResearchParts,
  nameId: number,
  at: string,
  recording: number,
): Promise<Entry | undefined> {
  const advertiser = await readPastAdvertiser(parts.clickhouse, nameId, at);
  if (advertiser === undefined) return undefined;
  const { brand, bytes } = await readBrand(parts, advertiser, at);
  const advertiserIds = [nameId, ...advertiser.nameIds, ...advertiser.currentIds];
  return { brand, recording, advertiserIds, bytes };
}

async function readBrand(parts: PastResearchParts, advertiser: PastAdvertiser, at: string) {
  const { clickhouse, maxAds = defaultMaxAds, maxSightings = defaultMaxSightings } = parts;
  const { row, nameIds, currentIds } = advertiser;
  const query = { advertiserIds: currentIds, nameIds, at, limit: maxAds + 1 };
  const [unchanged, seenAgain] = await Promise.all([
    readColumnsSeenUntil(clickhouse, query),
    readAdsSeenAgain(clickhouse, query),
  ]);
  if (unchanged.length + seenAgain.length > maxAds) throw tooManyAds(maxAds);
  const again = seenAgain.map(({ hash }) => hash);
  if ((await countPastSightings(clickhouse, again, at)) > maxSightings) throw tooManySightings(maxSightings);
  const names = new Set(nameIds);
  const folded = await foldPastAds(parts, seenAgain, at, (id) => names.has(id));
  const rows = [...unchanged, ...folded.map(toColumnsRow)];
  const columns = buildColumns(rows.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)));
  const measured = new Map(folded.map(({ ad, measurements }) => [ad.hash, measurements]));
  const known = new Set(unchanged.map(({ hash }) => hash));
  const brand: PastBrand = {
    row,
    columns,
    histories: createHistories(parts, currentIds, known, folded),
    measuredReach: async (hashes, spans) => [
      ...(await readMeasuredReach(
        clickhouse,
        hashes.filter((hash) => known.has(hash)),
        spans,
      )),
      ...hashes.flatMap((hash) => lastOfSpans(hash, measured.get(hash) ?? [], spans)),
    ],
    counts: async (hashes) => [
      ...(await findSnapshots(
        clickhouse,
        hashes.filter((hash) => known.has(hash)),
      )),
      ...hashes.flatMap((hash) => (measured.get(hash) ?? []).map((each) => Object.assign({ hash }, each))),
    ],
  };
  return { brand, bytes: entryBytes + columns.bytes + folded.length * foldedBytes };
}

function tooManyAds(maxAds: number): MagpieError {
  const message = `asOf is supported for brands with up to ${maxAds} ads; this one has more.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'asOf', message }] });
}

function tooManySightings(maxSightings: number): MagpieError {
  const most = `up to ${maxSightings} sightings of ads that were seen again later`;
  const message = `asOf is supported for brands with ${most}; this one has more. Use an earlier moment.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'asOf', message }] });
}

/** Read at the first question that needs them. */
function createHistories(
  { clickhouse }: PastResearchParts,
  advertiserIds: readonly number[],
  unchanged: ReadonlySet<string>,
  folded: readonly PastAd[],
): () => Promise<Histories> {
  const own = folded.map(toHistoryRow);
  let reading: Promise<Histories> | undefined;
  const read = async (): Promise<Histories> => {
    const stored = await Promise.all(advertiserIds.map((id) => readHistories(clickhouse, id)));
    const rows = [...stored.flat().filter(({ hash }) => unchanged.has(hash)), ...own];
    return new Map(rows.map((row) => [row.hash, row]));
  };
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

/** As `readMeasuredReach`. */
function lastOfSpans(
  hash: string,
  measurements: readonly Measurement[],
  { from, to, days }: MeasuredSpans,
): MeasuredReach[] {
  const spans = new Map<number, Measurement>();
  for (const each of measurements) {
    const day = each.capturedAt.slice(0, 10);
    if (each.reach === null || day < from || day > to) continue;
    const span = Math.floor((toDay(day) - toDay(from)) / days);
    const known = spans.get(span);
    if (known === undefined || each.capturedAt > known.capturedAt) spans.set(span, each);
  }
  return [...spans].flatMap(([span, { reach }]) => (reach === null ? [] : [{ hash, span, reach }]));
}
