import type { ClickHouse, Parameters } from '../../db/clickhouse/clickhouse.ts';
import { type AdPosition, inChunks } from '../ads.sql.ts';
import type { IndexedTexts } from '../indexedTexts.ts';
import type { EnrichedAd } from '../knownAd.ts';
import { type AdRow, writeColumns } from '../rows.ts';

/** What every reader of ads at a moment needs. `name_id` is the advertiser of then, if it had that name only. */
export type PastAdRow = Pick<AdRow, 'advertiser_id' | 'hash' | 'name_id'>;

/** What is read of each ad. Reading all columns takes several times as long as reading those of a list. */
export interface PastColumns<Row extends PastAdRow> {
  /** Expressions of the statement, with those of `PastAdRow`. */
  readonly select: string;
  /** The same of an ad that was merged again. */
  readonly ofFolded: (ad: EnrichedAd) => Row;
}

export function pickColumns<Column extends keyof AdRow>(
  ...columns: readonly Column[]
): PastColumns<Pick<AdRow, Column | keyof PastAdRow>> {
  const all = [...new Set<keyof AdRow>(['advertiser_id', 'hash', 'name_id', ...columns])];
  return { select: all.join(', '), ofFolded: writeColumns };
}

export interface PastIndexQuery {
  readonly at: string;
  /** Only ads that may have been launched on these days, as it was known at the moment. */
  readonly launched?: { readonly from: string; readonly to: string };
}

const seenUntil = 'last_seen_at <= {at:DateTime64(3)}';
const seenAgain = 'is_logged AND last_seen_at > {at:DateTime64(3)} AND first_seen_at <= {at:DateTime64(3)}';

const isLaunched = 'first_day BETWEEN {from:Date32} AND {to:Date32}';

/** The start of an ad is that of one of its sightings, or the day of the first one. Starts may be after the moment. */
const mayHaveBeenLaunched = `(${isLaunched} OR hash GLOBAL IN (
  SELECT hash
  FROM sightings
  WHERE toDate32(first_seen_at) BETWEEN {from:Date32} AND {atDay:Date32}
    OR JSONExtractString(content, 'facts', 'startDate') BETWEEN {from:String} AND {to:String}))`;

function parametersOf({ at, launched }: PastIndexQuery): Parameters {
  return { at: new Date(at), atDay: at.slice(0, 10), ...launched };
}

function unchangedAds({ launched }: PastIndexQuery): string {
  return launched === undefined ? seenUntil : `${seenUntil} AND ${isLaunched}`;
}

function changedAds({ launched }: PastIndexQuery): string {
  return launched === undefined ? seenAgain : `${seenAgain} AND ${mayHaveBeenLaunched}`;
}

export async function countPastAds(clickhouse: ClickHouse, query: PastIndexQuery): Promise<number> {
  const [row] = await clickhouse.read<{ ads: number }>(
    `SELECT count() AS ads
     FROM ads FINAL
     WHERE ${unchangedAds(query)} OR ${changedAds(query)}`,
    parametersOf(query),
  );
  return row?.ads ?? 0;
}

/** A page of the ads that were not seen after the moment: as stored, they are as they were known then. */
export function readUnchangedAds<Row extends PastAdRow>(
  clickhouse: ClickHouse,
  query: PastIndexQuery,
  { select }: PastColumns<Row>,
  { advertiserId, hash }: AdPosition,
  limit: number,
) {
  return clickhouse.read<Row>(
    `SELECT ${select}
     FROM ads FINAL
     WHERE advertiser_id >= {advertiserId:UInt64} AND (advertiser_id, hash) > ({advertiserId:UInt64}, {hash:String})
       AND ${unchangedAds(query)}
     ORDER BY advertiser_id, hash
     LIMIT {limit:UInt32}`,
    { ...parametersOf(query), advertiserId, hash, limit },
  );
}

/** Ads that were seen before the moment and after it. */
export async function listChangedAds(clickhouse: ClickHouse, query: PastIndexQuery, limit: number) {
  const rows = await clickhouse.read<{ hash: string }>(
    `SELECT DISTINCT hash FROM ads FINAL WHERE ${changedAds(query)} ORDER BY hash LIMIT {limit:UInt64}`,
    { ...parametersOf(query), limit },
  );
  return rows.map(({ hash }) => hash);
}

/** All names under which an advertiser was seen until the moment, or recorded by an earlier version. */
export async function listPastNames(clickhouse: ClickHouse, at: string, limit: number): Promise<number[]> {
  const rows = await clickhouse.read<{ id: number }>(
    `SELECT DISTINCT advertiser_id AS id
     FROM (
       SELECT advertiser_id FROM advertiser_sightings WHERE at <= {at:DateTime64(3)}
       UNION ALL
       SELECT advertiser_id FROM advertiser_bases
     )
     ORDER BY id
     LIMIT {limit:UInt64}`,
    { at: new Date(at), limit },
  );
  return rows.map(({ id }) => id);
}

/** The stored texts of these ads, by which searches find them. */
export function readIndexedTexts(clickhouse: ClickHouse, ads: readonly AdPosition[]) {
  return inChunks(ads, (part) =>
    clickhouse.read<IndexedTexts & { readonly hash: string }>(
      `SELECT hash, search_text, brand_words, headline_words, page_words, text_words, duplicate_key
       FROM ads FINAL
       WHERE advertiser_id IN {advertiserIds:Array(UInt64)} AND hash IN {hashes:Array(FixedString(32))}`,
      {
        advertiserIds: [...new Set(part.map(({ advertiserId }) => advertiserId))],
        hashes: part.map(({ hash }) => hash),
      },
    ),
  );
}
