import type { contract, OutputOf, ParsedInputOf, SavedAd } from '@magpie/contract';
import { shortenEntries } from '../ads/shorten.ts';
import { encodeCursor, listKey, invalidCursor, uncheckedPosition, type ListKey } from '../rpc/cursor.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Call, Caller, Handler } from '../rpc/procedure.ts';
import { scopeOf, visibleScopeNames } from '../rpc/scopes.ts';
import { assertKnownValues, type OtherValues } from '../ads/knownValues.ts';
import { readableBoard } from './boardAccess.ts';
import { csvHeader, csvLines } from './csv.ts';
import { countValues, findSavedValues, type Filter } from './filterValues.sql.ts';
import type { LibraryParts } from './library.ts';
import { presentSaved } from './presentSaved.ts';
import { storedAds } from './presentSaved.sql.ts';
import { byRarestWords, buildQuery } from './savedSearch.ts';
import { findPage, type SavedQuery, sortPositions, type SortPosition } from './savedSearch.sql.ts';

type List = typeof contract.ads.list;
type Input = ParsedInputOf<List>;

/** The part of the request that is the same for all pages. */
interface Listing {
  readonly list: ListKey;
  readonly choice: SavedQuery;
  /** All scopes that the caller can see, regardless of the board filter. */
  readonly visible: readonly string[];
}

type ListParts = Pick<LibraryParts, 'clickhouse' | 'siteAddress'>;

/** `ads.list`: the saved ads on boards that the caller can see, by text and filters. */
export function listHandler({ clickhouse, siteAddress }: ListParts): Handler<List> {
  return async ({ input, caller, db }) => {
    const query = await openList(clickhouse, db, input, caller);
    const after = await resolveListCursor(db, input, query);
    const { ids, ...page } = await pageOf(db, query, after, input.limit);
    return { ads: await shortenEntries(await readAds(db, query, ids, siteAddress())), ...page };
  };
}

/** Saved ads per query of an export. */
const adsPerExportQuery = 1000;
/** Saved ads in memory at a time; each may have hundreds of kilobytes. */
const adsPerExportBatch = 100;

/** Streams the result of `ads.list` as CSV, up to `most` ads. Errors are thrown before the first chunk. */
export function csvExport(db: Postgres, { clickhouse, siteAddress }: ListParts) {
  return async function* pieces(
    { input, caller }: Pick<Call<Input>, 'input' | 'caller'>,
    most: number,
  ): AsyncGenerator<string> {
    const query = await openList(clickhouse, db, input, caller);
    let { cursor } = input;
    let left = most;
    let header = csvHeader();
    do {
      const after = await resolveListCursor(db, { ...input, cursor }, query);
      const { ids, nextCursor } = await pageOf(db, query, after, Math.min(left, adsPerExportQuery));
      for (let start = 0; start === 0 || start < ids.length; start += adsPerExportBatch) {
        const ads = await readAds(db, query, ids.slice(start, start + adsPerExportBatch), siteAddress());
        yield `${header}${csvLines(ads)}`;
        header = '';
      }
      left -= ids.length;
      cursor = nextCursor ?? 0;
    } while (cursor !== 0 && left > 0);
  };
}

async function openList(
  clickhouse: ClickHouse,
  db: Postgres,
  input: Input,
  caller: Caller,
): Promise<Listing> {
  const visible = await visibleScopeNames(db, caller.userId);
  await assertKnownValues(clickhouse, input, savedValues(db, visible));
  const scopes =
    typeof input.boardId === 'number' ? [await scopeOfBoard(db, input.boardId, caller)] : visible;
  const list = listKey('ads.list', input, caller.userId);
  return { list, choice: await byRarestWords(db, buildQuery(input, scopes, caller.userId)), visible };
}

/** The filter values of the saved ads that the caller can see, as returned by `ads.getFilterValues`. */
function savedValues(db: Postgres, scopes: readonly string[]): OtherValues {
  return {
    find: (values) => findSavedValues(db, scopes, values),
    list: async () => {
      const counted = await countValues(db, scopes, 1);
      const valuesOf = (filter: Filter): string[] =>
        counted.filter((each) => each.filter === filter).map(({ value }) => value);
      return { adTypes: valuesOf('adTypes'), ctaTypes: valuesOf('ctaTypes') };
    },
  };
}

async function scopeOfBoard(db: Postgres, boardId: number, caller: Caller): Promise<string> {
  return scopeOf(await readableBoard(db, boardId, caller));
}

/**
 * Cursor 0 is the first page. Any other cursor contains the last saved ad of the previous page, and its sort key in the
 * checksum. Former sort positions of changed or deleted ads are stored for a day.
 */
export async function resolveListCursor(
  db: Postgres,
  { cursor, sortBy }: Pick<Input, 'cursor' | 'sortBy'>,
  { list, visible }: Pick<Listing, 'list' | 'visible'>,
): Promise<SortPosition | null> {
  if (cursor === 0) return null;
  const savedAdId = uncheckedPosition(cursor);
  const places = await sortPositions(db, savedAdId, visible, sortBy);
  const place = places.find(({ key }) => encodeCursor(list, savedAdId, key) === cursor);
  if (place === undefined) throw invalidCursor();
  return place;
}

async function pageOf(
  db: Postgres,
  { list, choice }: Listing,
  after: SortPosition | null,
  limit: number,
): Promise<Omit<OutputOf<List>, 'ads'> & { ids: number[] }> {
  // One extra row shows whether there are more.
  const { total, ids, keys } = await findPage(db, choice, { after, most: limit + 1 });
  const shown = ids.slice(0, limit);
  const [last, key] = [shown.at(-1), keys[shown.length - 1]];
  const hasMore = ids.length > limit && last !== undefined;
  return { ids: shown, total, hasMore, nextCursor: hasMore ? encodeCursor(list, last, key) : null };
}

async function readAds(
  db: Postgres,
  { visible }: Listing,
  ids: readonly number[],
  site: string,
): Promise<SavedAd[]> {
  return presentSaved(db, await storedAds(db, ids, visible), site);
}
