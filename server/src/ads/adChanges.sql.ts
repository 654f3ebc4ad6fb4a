import type { ClickHouse, Parameters } from '../db/clickhouse/clickhouse.ts';
import type { EventKind } from './knownAd.ts';
import type { AdRow } from './rows.ts';

/** One event, less what it changed. */
export interface ToldEvent {
  readonly advertiser_id: number;
  readonly hash: string;
  readonly sequence: number;
  readonly kind: EventKind;
  readonly at: string;
  readonly recorded_in: number;
}

/** Whether a recording left events. */
export async function hasEventsOf(clickhouse: ClickHouse, recording: number): Promise<boolean> {
  const rows = await clickhouse.read('SELECT 1 FROM events WHERE recorded_in = {recording:UInt64} LIMIT 1', {
    recording,
  });
  return rows.length > 0;
}

/** The recordings after one that left events, in order. */
export async function recordingsWithEventsAfter(
  clickhouse: ClickHouse,
  recording: number,
): Promise<number[]> {
  const rows = await clickhouse.read<{ recorded_in: number }>(
    'SELECT DISTINCT recorded_in FROM events WHERE recorded_in > {recording:UInt64} ORDER BY recorded_in',
    { recording },
  );
  return rows.map((row) => row.recorded_in);
}

/** A condition with the values that it names. */
interface Condition {
  readonly text: string;
  readonly values: Parameters;
}

/** A server accepts 128 KiB in one parameter; whoever asks for more than this leaves out himself what he did not ask for. */
const mostAsked = 5000;

/** From the oldest to the newest of some recordings. */
export function rangeOf(recordings: readonly number[]): { oldest: number; newest: number } {
  const inOrder = recordings.toSorted((one, other) => one - other);
  return { oldest: inOrder[0] ?? 0, newest: inOrder.at(-1) ?? 0 };
}

function toldIn(recordings: readonly number[]): Condition {
  const { oldest, newest } = rangeOf(recordings);
  const within = 'recorded_in BETWEEN {oldest:UInt64} AND {newest:UInt64}';
  if (recordings.length > mostAsked) return { text: within, values: { oldest, newest } };
  return {
    text: `${within} AND recorded_in IN {recordings:Array(UInt64)}`,
    values: { oldest, newest, recordings },
  };
}

function ofAdvertisers(advertiserIds: readonly number[] | null): Condition {
  if (advertiserIds === null || advertiserIds.length > mostAsked) return { text: 'true', values: {} };
  return { text: 'advertiser_id IN {advertiserIds:Array(UInt64)}', values: { advertiserIds } };
}

/** Which advertisers some recordings told of. */
export async function advertisersToldOf(
  clickhouse: ClickHouse,
  recordings: readonly number[],
): Promise<number[]> {
  const told = toldIn(recordings);
  const rows = await clickhouse.read<{ advertiser_id: number }>(
    `SELECT DISTINCT advertiser_id FROM events WHERE ${told.text} ORDER BY advertiser_id`,
    told.values,
  );
  return rows.map((row) => row.advertiser_id);
}

/** Behind which event the next ones are looked for; null: from the beginning. */
export type After = ToldEvent | null;

/** The next events of some recordings, by advertiser and ad. */
export function eventsToldIn(
  clickhouse: ClickHouse,
  asked: { readonly recordings: readonly number[]; readonly advertiserIds: readonly number[] | null },
  after: After,
  limit: number,
): Promise<ToldEvent[]> {
  const conditions = [toldIn(asked.recordings), ofAdvertisers(asked.advertiserIds)];
  const place = {
    text: `advertiser_id >= {advertiserId:UInt64}
       AND (advertiser_id, hash, sequence, kind) > ({advertiserId:UInt64}, {hash:String}, {sequence:UInt64}, {kind:String})`,
    values: placeOf(after),
  };
  return readEvents(clickhouse, [...conditions, place], 'advertiser_id, hash, sequence, kind', limit);
}

/** The next events of some days, by day and in it by advertiser and ad. */
export function eventsBetween(
  clickhouse: ClickHouse,
  asked: {
    readonly from: string;
    readonly to: string;
    readonly advertiserIds: readonly number[] | null;
    readonly kinds: readonly EventKind[];
  },
  after: After,
  limit: number,
): Promise<ToldEvent[]> {
  const { from, to, advertiserIds, kinds } = asked;
  const days = {
    text: `at >= toDateTime64({from:Date32}, 3, 'UTC') AND at < toDateTime64({to:Date32} + 1, 3, 'UTC')
       AND kind IN {kinds:Array(String)}`,
    values: { from: after?.at.slice(0, 10) ?? from, to, kinds },
  };
  const place = {
    text: `(toDate32(at), advertiser_id, hash, sequence, kind)
         > ({day:Date32}, {advertiserId:UInt64}, {hash:String}, {sequence:UInt64}, {kind:String})`,
    values: { day: after?.at.slice(0, 10) ?? from, ...placeOf(after) },
  };
  const order = 'toDate32(at), advertiser_id, hash, sequence, kind';
  return readEvents(clickhouse, [days, ofAdvertisers(advertiserIds), place], order, limit);
}

function placeOf(after: After): Parameters {
  const { advertiser_id: advertiserId = 0, hash = '', sequence = 0, kind = '' } = after ?? {};
  return { advertiserId, hash, sequence, kind };
}

/** An event that a kill made be written twice comes once, whichever of them it is. */
function readEvents(
  clickhouse: ClickHouse,
  conditions: readonly Condition[],
  order: string,
  limit: number,
): Promise<ToldEvent[]> {
  return clickhouse.read<ToldEvent>(
    `SELECT advertiser_id, hash, sequence, kind, at, recorded_in
     FROM events
     WHERE ${conditions.map(({ text }) => text).join(' AND ')}
     ORDER BY ${order}
     LIMIT 1 BY advertiser_id, hash, sequence, kind
     LIMIT {limit:UInt32}`,
    { ...Object.assign({}, ...conditions.map(({ values }) => values)), limit },
  );
}

/** Some ads, by where they are. */
export interface Places {
  readonly advertiserIds: readonly number[];
  readonly hashes: readonly string[];
}

const here = 'advertiser_id IN {advertiserIds:Array(UInt64)} AND hash IN {hashes:Array(FixedString(32))}';

const followedColumns = [
  'advertiser_id',
  'hash',
  'version',
  'platforms',
  'headlines',
  'bodies',
  'description',
  'landing_page_url',
  'cards',
  'start_date',
  'first_seen_at',
  'reach',
] as const satisfies readonly (keyof AdRow)[];

export type FollowedRow = Pick<AdRow, (typeof followedColumns)[number]>;

/** What rules look at in these ads, as they are now. */
export function followedAds(
  clickhouse: ClickHouse,
  { advertiserIds, hashes }: Places,
): Promise<FollowedRow[]> {
  return clickhouse.read<FollowedRow>(`SELECT ${followedColumns.join(', ')} FROM ads FINAL WHERE ${here}`, {
    advertiserIds,
    hashes,
  });
}

export interface ChangeRow {
  readonly hash: string;
  readonly sequence: number;
  /** JSON. */
  readonly changes: string;
}

/** All that changed in these ads, the last first. */
export function changesOf(clickhouse: ClickHouse, { advertiserIds, hashes }: Places): Promise<ChangeRow[]> {
  return clickhouse.read<ChangeRow>(
    `SELECT hash, sequence, changes
     FROM events FINAL
     WHERE ${here} AND kind = 'changed'
     ORDER BY hash, sequence DESC`,
    { advertiserIds, hashes },
  );
}

/** A page to which an advertiser's ads lead, and since when. */
export interface PageRow {
  /** Which of the ads in question came to it, by which of their recordings. */
  readonly uses: readonly (readonly [hash: string, sequence: number])[];
  readonly first_in: number;
  readonly first_seen_day: string;
  readonly first_day: string;
}

const usesOfThese =
  'groupArrayIf((toString(hash), sequence), hash IN {hashes:Array(FixedString(32))}) AS uses';

/** The pages that these ads came to and nobody before a recording; the first day as of another, later one. */
export function pagesSince(
  clickhouse: ClickHouse,
  { advertiserIds, hashes }: Places,
  recordings: { readonly oldest: number; readonly newest: number },
): Promise<PageRow[]> {
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

/** The pages that these ads came to; the first day as of the one on which the first of them was seen. */
export function pagesByDay(clickhouse: ClickHouse, { advertiserIds, hashes }: Places): Promise<PageRow[]> {
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
