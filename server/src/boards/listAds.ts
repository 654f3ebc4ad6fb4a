import type { contract, OutputOf, ParsedInputOf, SavedAd } from '@magpie/contract';
import { shortenEntries } from '../ads/shorten.ts';
import { encodeCursor, listKey, refusedCursor, uncheckedPosition, type ListKey } from '../rpc/cursor.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Call, Caller, Handler } from '../rpc/procedure.ts';
import { scopeOf, scopesSeenBy } from '../rpc/scopes.ts';
import { assertKnownValues, type OtherValues } from '../ads/knownValues.ts';
import { readableBoard } from './boardAccess.ts';
import { csvHeader, csvLines } from './csv.ts';
import { countValues, savedAmong, type Filter } from './filterValues.sql.ts';
import type { LibraryParts } from './library.ts';
import { presentSaved } from './presentSaved.ts';
import { storedAds } from './presentSaved.sql.ts';
import { byRarestWords, choiceOf, type Choice } from './savedSearch.ts';
import { findPage, placesOf, type Place } from './savedSearch.sql.ts';

type List = typeof contract.ads.list;
type Input = ParsedInputOf<List>;

/** What is asked of the list, as far as it goes for all of its pages. */
interface Walk {
  readonly list: ListKey;
  readonly choice: Choice;
  /** All that the caller sees, whatever board is asked for. */
  readonly visible: readonly string[];
}

type ListParts = Pick<LibraryParts, 'clickhouse' | 'siteAddress'>;

/** `ads.list`: the ads saved on the boards that the caller sees, by text and filters. */
export function listHandler({ clickhouse, siteAddress }: ListParts): Handler<List> {
  return async ({ input, caller, db }) => {
    const walk = await beginWalk(clickhouse, db, input, caller);
    const after = await placeBehind(db, input, walk);
    const { ids, ...page } = await pageOf(db, walk, after, input.limit);
    return { ads: await shortenEntries(await readAds(db, walk, ids, siteAddress())), ...page };
  };
}

/** Saved ads that an export finds with one query. */
const exportPage = 1000;
/** Saved ads that an export holds in memory at a time; each may have hundreds of kilobytes. */
const exportBatch = 100;

/** Writes what `ads.list` would answer as CSV, in pieces: all of it, or as many ads as `most`. Refusals come before the first piece. */
export function csvExport(db: Postgres, { clickhouse, siteAddress }: ListParts) {
  return async function* pieces(
    { input, caller }: Pick<Call<Input>, 'input' | 'caller'>,
    most: number,
  ): AsyncGenerator<string> {
    const walk = await beginWalk(clickhouse, db, input, caller);
    let { cursor } = input;
    let left = most;
    let header = csvHeader();
    do {
      const after = await placeBehind(db, { ...input, cursor }, walk);
      const { ids, nextCursor } = await pageOf(db, walk, after, Math.min(left, exportPage));
      for (let start = 0; start === 0 || start < ids.length; start += exportBatch) {
        const ads = await readAds(db, walk, ids.slice(start, start + exportBatch), siteAddress());
        yield `${header}${csvLines(ads)}`;
        header = '';
      }
      left -= ids.length;
      cursor = nextCursor ?? 0;
    } while (cursor !== 0 && left > 0);
  };
}

async function beginWalk(clickhouse: ClickHouse, db: Postgres, input: Input, caller: Caller): Promise<Walk> {
  const visible = await scopesSeenBy(db, caller.userId);
  await assertKnownValues(clickhouse, input, savedValues(db, visible));
  const scopes =
    typeof input.boardId === 'number' ? [await scopeOfBoard(db, input.boardId, caller)] : visible;
  const list = listKey('ads.list', input, caller.userId);
  return { list, choice: await byRarestWords(db, choiceOf(input, scopes, caller.userId)), visible };
}

/** What the saved ads that the caller sees can be filtered by, as `ads.getFilterValues` lists it. */
function savedValues(db: Postgres, scopes: readonly string[]): OtherValues {
  return {
    find: (values) => savedAmong(db, scopes, values),
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
 * The beginning is 0; any other cursor holds the last saved ad of the page before and, in its checksum, the key by which
 * that was sorted: an ad that was measured anew or deleted since has its former places for a day.
 */
export async function placeBehind(
  db: Postgres,
  { cursor, sortBy }: Pick<Input, 'cursor' | 'sortBy'>,
  { list, visible }: Pick<Walk, 'list' | 'visible'>,
): Promise<Place | null> {
  if (cursor === 0) return null;
  const savedAdId = uncheckedPosition(cursor);
  const places = await placesOf(db, savedAdId, visible, sortBy);
  const place = places.find(({ key }) => encodeCursor(list, savedAdId, key) === cursor);
  if (place === undefined) throw refusedCursor();
  return place;
}

async function pageOf(
  db: Postgres,
  { list, choice }: Walk,
  after: Place | null,
  limit: number,
): Promise<Omit<OutputOf<List>, 'ads'> & { ids: number[] }> {
  // One more tells whether there are more.
  const { total, ids, keys } = await findPage(db, choice, { after, most: limit + 1 });
  const shown = ids.slice(0, limit);
  const [last, key] = [shown.at(-1), keys[shown.length - 1]];
  const hasMore = ids.length > limit && last !== undefined;
  return { ids: shown, total, hasMore, nextCursor: hasMore ? encodeCursor(list, last, key) : null };
}

async function readAds(
  db: Postgres,
  { visible }: Walk,
  ids: readonly number[],
  site: string,
): Promise<SavedAd[]> {
  return presentSaved(db, await storedAds(db, ids, visible), site);
}
