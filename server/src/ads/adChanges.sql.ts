import type { ClickHouse, Parameters } from '../db/clickhouse/clickhouse.ts';
import type { SqlCondition } from './conditions.sql.ts';
import type { EventKind } from './knownAd.ts';
import type { AdRow } from './rows.ts';

export interface ChangeEvent {
  readonly advertiser_id: number;
  readonly hash: string;
  readonly sequence: number;
  readonly kind: EventKind;
  readonly at: string;
  readonly recorded_in: number;
}

export async function hasEvents(clickhouse: ClickHouse, recording: number) {
  const rows = await clickhouse.read('SELECT 1 FROM events WHERE recorded_in = {recording:UInt64} LIMIT 1', {
    recording,
  });
  return rows.length > 0;
}

export async function recordingsWithEventsAfter(clickhouse: ClickHouse, recording: number) {
  const rows = await clickhouse.read<{ recorded_in: number }>(
    'SELECT DISTINCT recorded_in FROM events WHERE recorded_in > {recording:UInt64} ORDER BY recorded_in',
    { recording },
  );
  return rows.map((row) => row.recorded_in);
}

export interface ImportChangesQuery {
  readonly recordings: readonly number[];
  readonly advertiserIds: readonly number[] | null;
}

export interface DateRangeChangesQuery {
  readonly from: string;
  readonly to: string;
  readonly advertiserIds: readonly number[] | null;
  readonly kinds: readonly EventKind[];
}

/** ClickHouse accepts 128 KiB in one parameter. Beyond this number of ids the condition is dropped and the caller filters the rows. */
const maxIdsPerParameter = 5000;

export function recordingRange(recordings: readonly number[]): { oldest: number; newest: number } {
  const inOrder = recordings.toSorted((one, other) => one - other);
  return { oldest: inOrder[0] ?? 0, newest: inOrder.at(-1) ?? 0 };
}

function inRecordings(recordings: readonly number[]): SqlCondition {
  const { oldest, newest } = recordingRange(recordings);
  const within = 'recorded_in BETWEEN {oldest:UInt64} AND {newest:UInt64}';
  if (recordings.length > maxIdsPerParameter) return [within, { oldest, newest }];
  return [`${within} AND recorded_in IN {recordings:Array(UInt64)}`, { oldest, newest, recordings }];
}

function ofAdvertisers(advertiserIds: readonly number[] | null): SqlCondition {
  if (advertiserIds === null || advertiserIds.length > maxIdsPerParameter) return ['true', {}];
  return ['advertiser_id IN {advertiserIds:Array(UInt64)}', { advertiserIds }];
}

export async function advertisersOfImport(
  clickhouse: ClickHouse,
  recordings: readonly number[],
): Promise<number[]> {
  if (recordings.length === 0) return [];
  const [condition, parameters] = inRecordings(recordings);
  const rows = await clickhouse.read<{ advertiser_id: number }>(
    `SELECT DISTINCT advertiser_id FROM events WHERE ${condition} ORDER BY advertiser_id`,
    parameters,
  );
  return rows.map((row) => row.advertiser_id);
}

export type LastEvent = ChangeEvent | null;

const rowKey = 'advertiser_id, hash, sequence, kind, recorded_in';
const rowPosition =
  '{advertiserId:UInt64}, {hash:String}, {sequence:UInt64}, {kind:String}, {recordedIn:UInt64}';

export function eventsInRecordings(
  clickhouse: ClickHouse,
  { recordings, advertiserIds }: ImportChangesQuery,
  after: LastEvent,
  limit: number,
): Promise<ChangeEvent[]> {
  const place: SqlCondition = [
    `advertiser_id >= {advertiserId:UInt64}
       AND (${rowKey}) > (${rowPosition})`,
    positionValues(after),
  ];
  const conditions = [inRecordings(recordings), ofAdvertisers(advertiserIds), place];
  return readEvents(clickhouse, conditions, rowKey, limit);
}

export function eventsInDateRange(
  clickhouse: ClickHouse,
  { from, to, advertiserIds, kinds }: DateRangeChangesQuery,
  after: LastEvent,
  limit: number,
): Promise<ChangeEvent[]> {
  const day = after?.at.slice(0, 10) ?? from;
  const days: SqlCondition = [
    `at >= toDateTime64({day:Date32}, 3, 'UTC') AND at < toDateTime64({to:Date32} + 1, 3, 'UTC')
       AND kind IN {kinds:Array(String)}`,
    { day, to, kinds },
  ];
  const place: SqlCondition = [
    `(toDate32(at), ${rowKey}) > ({day:Date32}, ${rowPosition})`,
    positionValues(after),
  ];
  const conditions = [days, ofAdvertisers(advertiserIds), place];
  return readEvents(clickhouse, conditions, `toDate32(at), ${rowKey}`, limit);
}

function positionValues(after: LastEvent): Parameters {
  const { advertiser_id: advertiserId = 0, hash = '', sequence = 0, kind = '' } = after ?? {};
  return { advertiserId, hash, sequence, kind, recordedIn: after?.recorded_in ?? 0 };
}

/** Without `FINAL`, which would read all events: the rows may be replaced by later ones. */
function readEvents(
  clickhouse: ClickHouse,
  conditions: readonly SqlCondition[],
  order: string,
  limit: number,
) {
  return clickhouse.read<ChangeEvent>(
    `SELECT advertiser_id, hash, sequence, kind, at, recorded_in
     FROM events
     WHERE removed = 0 AND ${conditions.map(([condition]) => condition).join(' AND ')}
     ORDER BY ${order}, version DESC
     LIMIT 1 BY ${order}
     LIMIT {limit:UInt32}`,
    Object.assign({ limit }, ...conditions.map(([, parameters]) => parameters)),
  );
}

/** A set of ads: their hashes and the advertisers they belong to, which is the sort key of the tables. */
export interface AdKeys {
  readonly advertiserIds: readonly number[];
  readonly hashes: readonly string[];
}

const isOneOfAds =
  'advertiser_id IN {advertiserIds:Array(UInt64)} AND hash IN {hashes:Array(FixedString(32))}';

const trackedColumns = [
  'advertiser_id',
  'hash',
  'version',
  'platforms',
  'headlines',
  'bodies',
  'description',
  'landing_page_url',
  'cards',
  'transparency',
  'start_date',
  'first_seen_at',
  'reach',
  'last_confirmed_at',
] as const satisfies readonly (keyof AdRow)[];

export type TrackedRow = Pick<AdRow, (typeof trackedColumns)[number]>;

export function trackedAds(clickhouse: ClickHouse, { advertiserIds, hashes }: AdKeys) {
  return clickhouse.read<TrackedRow>(
    `SELECT ${trackedColumns.join(', ')} FROM ads FINAL WHERE ${isOneOfAds}`,
    {
      advertiserIds,
      hashes,
    },
  );
}

export interface ChangeRow extends Pick<ChangeEvent, 'hash' | 'sequence' | 'kind' | 'at' | 'recorded_in'> {
  /** JSON. */
  readonly changes: string;
}

/** All events of these ads, the last one first. */
export function findChanges(clickhouse: ClickHouse, { advertiserIds, hashes }: AdKeys) {
  return clickhouse.read<ChangeRow>(
    `SELECT hash, sequence, kind, at, recorded_in, changes
     FROM events FINAL
     WHERE ${isOneOfAds} AND removed = 0
     ORDER BY hash, sequence DESC, kind DESC`,
    { advertiserIds, hashes },
  );
}

export interface PageRow {
  /** The requested ads that started to use the page, with the sequence number of that change. */
  readonly uses: readonly (readonly [hash: string, sequence: number])[];
  readonly first_in: number;
  readonly first_seen_day: string;
  readonly first_day: string;
}

const usesOfThese =
  'groupArrayIf((toString(hash), sequence), hash IN {hashes:Array(FixedString(32))}) AS uses';

/** Pages of these ads that no ad used before `oldest`. `first_day` takes recordings up to `newest` into account. */
export function pagesSince(
  clickhouse: ClickHouse,
  { advertiserIds, hashes }: AdKeys,
  recordings: { readonly oldest: number; readonly newest: number },
) {
  return clickhouse.read<PageRow>(
    `SELECT ${usesOfThese}, min(recorded_in) AS first_in, min(seen_day) AS first_seen_day,
       minIf(start_day, recorded_in <= {newest:UInt64}) AS first_day
     FROM page_uses FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)}
     GROUP BY advertiser_id, page
     HAVING notEmpty(uses) AND first_in >= {oldest:UInt64}`,
    { advertiserIds, hashes, ...recordings },
  );
}

/** Pages of these ads. `first_day` is the start day of the earliest sighting. */
export function pagesByDay(clickhouse: ClickHouse, { advertiserIds, hashes }: AdKeys) {
  return clickhouse.read<PageRow>(
    `SELECT ${usesOfThese}, min(recorded_in) AS first_in, min((seen_day, start_day)) AS first,
       tupleElement(first, 1) AS first_seen_day, tupleElement(first, 2) AS first_day
     FROM page_uses FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)}
     GROUP BY advertiser_id, page
     HAVING notEmpty(uses)`,
    { advertiserIds, hashes },
  );
}
