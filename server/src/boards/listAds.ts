import {
  type contract,
  format,
  type ListedAd,
  maxGroupedAds,
  type OutputOf,
  type ParsedInputOf,
  platform,
  stages,
} from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { describeCounted } from '../ads/coverage.ts';
import { countLibrariesOfAds } from '../ads/coverage.sql.ts';
import { currentFamilies, findFamilies } from '../ads/families/findFamilies.ts';
import { formatFamilyId, parseFamilyId } from '../ads/families/getFamily.ts';
import { advertiserId } from '../ads/identity.ts';
import { assertKnownValues, type OtherValues } from '../ads/knownValues.ts';
import { maxExcludedTerms, maxRequiredTerms, rarest, parseTerms } from '../ads/query.ts';
import { followedIds } from '../ads/search/search.sql.ts';
import { shortenEntries } from '../ads/shorten.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { encodeCursor, listKey, invalidCursor, uncheckedPosition } from '../rpc/cursor.ts';
import type { Call, Caller, Handler } from '../rpc/procedure.ts';
import { toScopeName, visibleScopeNames } from '../rpc/scopes.ts';
import { readableBoard } from './boards.ts';
import { csvHeader, csvLines } from './csv.ts';
import type { LibraryParts } from './details.ts';
import { csvOfHashes } from './getMany.ts';
import {
  countValues,
  countValuesOfBoard,
  findSavedValues,
  type Filter,
  type ValueCount,
} from './filterValues.sql.ts';
import { countOrganizedOfBoard, countOrganizedOfScopes, labelsOfScopes } from './labels.sql.ts';
import { findKeptUrls } from './media/storePicture.ts';
import { presentSaved } from './presentSaved.ts';
import { phrasePattern, wordPattern } from './savedAdColumns.ts';
import { storedAds } from './savedAds.sql.ts';
import * as sql from './savedSearch.sql.ts';

type List = typeof contract.ads.list;
type Input = ParsedInputOf<List>;

type Listing = Awaited<ReturnType<typeof openList>>;
type ListParts = Pick<LibraryParts, 'clickhouse' | 'aliases' | 'siteAddress' | 'readRanking'>;

export function listHandler(parts: ListParts): Handler<List> {
  return async ({ input, caller, db }) => {
    const query = await openList(parts, db, input, caller);
    const after = await resolveListCursor(db, input, query);
    const { ids, ...page } = await findAdsPage(db, query, after, input.limit);
    const ads = await readAds(db, query, ids, parts);
    const { grouped } = query;
    const listed = ads.map((ad): ListedAd => Object.assign(ad, grouped?.describe(ad.hash)));
    return {
      ads: await shortenEntries(listed),
      ...page,
      ...(grouped !== null && {
        totalAds: grouped.totalAds,
        evidence: describeCounted(
          grouped.totalAds,
          await countLibrariesOfAds(parts.clickhouse, grouped.hashes),
        ),
      }),
    };
  };
}

const adsPerExportQuery = 1000;
/** Saved ads in memory at a time; each may have hundreds of kilobytes. */
const adsPerExportBatch = 100;

/** Streams the result of `ads.list` as CSV, up to `most` ads, or the ads with the given hashes. Errors are thrown before the first chunk. */
export function csvExport(db: Postgres, parts: ListParts & Pick<LibraryParts, 'presentAds'>) {
  const exportSelection = csvOfHashes(db, parts);
  return async function* pieces(
    {
      input,
      caller,
      hashes,
    }: Pick<Call<Input>, 'input' | 'caller'> & { readonly hashes?: readonly string[] },
    most: number,
  ): AsyncGenerator<string> {
    if (hashes !== undefined) {
      yield* exportSelection(hashes, caller);
      return;
    }
    const query = await openList(parts, db, input, caller);
    let { cursor } = input;
    let left = most;
    let header = csvHeader();
    do {
      const after = await resolveListCursor(db, { ...input, cursor }, query);
      const { ids, nextCursor } = await findAdsPage(db, query, after, Math.min(left, adsPerExportQuery));
      for (let start = 0; start === 0 || start < ids.length; start += adsPerExportBatch) {
        const ads = await readAds(db, query, ids.slice(start, start + adsPerExportBatch), parts);
        yield `${header}${csvLines(ads)}`;
        header = '';
      }
      left -= ids.length;
      cursor = nextCursor ?? 0;
    } while (cursor !== 0 && left > 0);
  };
}

async function openList({ clickhouse, aliases }: ListParts, db: Postgres, input: Input, caller: Caller) {
  const visible = await visibleScopeNames(db, caller.userId);
  await assertKnownValues(clickhouse, input, savedValues(db, visible));
  const scopes =
    typeof input.boardId === 'number'
      ? [toScopeName(await readableBoard(db, input.boardId, caller))]
      : visible;
  const list = listKey('ads.list', input, caller.userId);
  const advertiserIds = await resolveAdvertisers(aliases, db, input.companyNames, caller.userId);
  const found = await byRarestWords(db, buildQuery(input, scopes, advertiserIds));
  const { familyIds = [], duplicates } = input;
  if (familyIds.length === 0 && duplicates === 'all') return { list, choice: found, visible, grouped: null };
  const families = await readFamilies(clickhouse, db, found, familyIds.map(parseFamilyId));
  const grouped = duplicates === 'family' ? groupFamilies(families) : null;
  const ids = grouped?.ids ?? families.ads.map(({ id }) => id);
  return { list, choice: { ...found, ids }, visible, grouped };
}

interface SavedFamilies {
  readonly ads: readonly { readonly id: number; readonly hash: string }[];
  /** By hash; ads with nothing to compare have none. */
  readonly families: ReadonlyMap<string, number>;
}

/** The saved ads in order, of these families or of all. */
async function readFamilies(
  clickhouse: ClickHouse,
  db: Postgres,
  choice: sql.SavedQuery,
  only: readonly number[],
): Promise<SavedFamilies> {
  const { ids, total } = await sql.findPage(db, choice, { after: null, most: maxGroupedAds });
  if (total > maxGroupedAds) throw tooManyToGroup(total, only.length > 0 ? 'familyIds' : 'duplicates');
  const found = await sql.hashesOfSavedAds(db, ids);
  const families = await findFamilies(
    clickhouse,
    found.map(({ hash }) => hash),
  );
  const wanted = new Set<number | undefined>(await currentFamilies(clickhouse, only));
  const ads = only.length === 0 ? found : found.filter(({ hash }) => wanted.has(families.get(hash)));
  return { ads, families };
}

/** Joins the ads of a family to one entry, the first of them in the order of the list. */
function groupFamilies({ ads, families }: SavedFamilies) {
  const groupOf = (hash: string): number | string => families.get(hash) ?? hash;
  const groups = groupBy(ads, ({ hash }) => groupOf(hash));
  return {
    ids: [...groups.values()].flatMap(([first]) => first?.id ?? []),
    totalAds: ads.length,
    hashes: ads.map(({ hash }) => hash),
    describe: (hash: string): Pick<ListedAd, 'similarAds' | 'familyId'> => {
      const family = families.get(hash);
      return {
        similarAds: (groups.get(groupOf(hash))?.length ?? 1) - 1,
        familyId: family === undefined ? null : formatFamilyId(family),
      };
    },
  };
}

function tooManyToGroup(total: number, path: 'duplicates' | 'familyIds'): MagpieError {
  const [max, ads] = [maxGroupedAds, total].map((count) => count.toLocaleString('en'));
  const message = `At most ${max} ads can be grouped by creative; this list has ${ads}. Choose a board or add filters.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path, message }] });
}

/** Copies of ads that are no longer in the index keep the advertiser that they had. */
async function resolveAdvertisers(
  aliases: LibraryParts['aliases'],
  db: Postgres,
  companyNames: Input['companyNames'],
  userId: string,
): Promise<readonly number[] | null> {
  if (companyNames === undefined || companyNames.length === 0) return null;
  const ids = companyNames === 'FOLLOWED' ? await followedIds(db, userId) : companyNames.map(advertiserId);
  // Also works while the index is unavailable.
  return aliases.relatedIds(ids).catch(() => ids);
}

function savedValues(db: Postgres, scopes: readonly string[]): OtherValues {
  return {
    find: (values) => findSavedValues(db, scopes, values),
    list: async () => {
      const counted = await countValues(db, scopes, 1);
      return { adTypes: listValues(counted, 'adTypes'), ctaTypes: listValues(counted, 'ctaTypes') };
    },
  };
}

/**
 * Cursor 0 is the first page. Any other cursor contains the last saved ad of the previous page, and its sort key in the
 * checksum. Former sort positions of changed or deleted ads are stored for a day.
 */
export async function resolveListCursor(
  db: Postgres,
  { cursor, sortBy }: Pick<Input, 'cursor' | 'sortBy'>,
  { list, visible }: Pick<Listing, 'list' | 'visible'>,
): Promise<sql.SortPosition | null> {
  if (cursor === 0) return null;
  const savedAdId = uncheckedPosition(cursor);
  const places = await sql.sortPositions(db, savedAdId, visible, sortBy);
  const place = places.find(({ key }) => encodeCursor(list, savedAdId, key) === cursor);
  if (place === undefined) throw invalidCursor();
  return place;
}

async function findAdsPage(
  db: Postgres,
  { list, choice }: Listing,
  after: sql.SortPosition | null,
  limit: number,
): Promise<Omit<OutputOf<List>, 'ads'> & { ids: number[] }> {
  // One extra row shows whether there are more.
  const { total, ids, keys } = await sql.findPage(db, choice, { after, most: limit + 1 });
  const shown = ids.slice(0, limit);
  const [last, key] = [shown.at(-1), keys[shown.length - 1]];
  const hasMore = ids.length > limit && last !== undefined;
  return { ids: shown, total, hasMore, nextCursor: hasMore ? encodeCursor(list, last, key) : null };
}

async function readAds(
  db: Postgres,
  { visible }: Listing,
  ids: readonly number[],
  { siteAddress, readRanking }: ListParts,
) {
  const site = siteAddress();
  const [rows, keptUrls, rank] = await Promise.all([
    storedAds(db, ids, visible),
    findKeptUrls(db, ids, site),
    readRanking(),
  ]);
  return presentSaved(rows, { keptUrls, rank, site });
}

export function buildQuery(
  input: sql.SavedAdsInput,
  scopes: readonly string[],
  advertiserIds: sql.SavedQuery['advertiserIds'],
): sql.SavedQuery {
  const {
    searchQuery = '',
    boardId,
    companyNames: _companyNames,
    familyIds: _familyIds,
    duplicates: _duplicates,
    limit: _limit,
    cursor: _cursor,
    ...filters
  } = input;
  return {
    ...filters,
    ...searchPatterns(searchQuery),
    scopes,
    boardId: typeof boardId === 'number' ? boardId : null,
    advertiserIds,
  };
}

export function searchPatterns(searchQuery: string): Pick<sql.SavedQuery, 'required' | 'excluded' | 'whole'> {
  const required = new Set<string>();
  const excluded = new Set<string>();
  for (const { text, isQuoted, isExcluded } of parseTerms(searchQuery)) {
    const pattern = isQuoted ? phrasePattern(text) : wordPattern(text.replace(unmatchedMarks, ''));
    if (pattern !== null) (isExcluded ? excluded : required).add(pattern);
  }
  const whole = excluded.size > 0 ? phrasePattern(searchQuery) : null;
  if (excluded.size > maxExcludedTerms && whole !== null)
    return { required: [whole], excluded: [], whole: null };
  return { required: [...required], excluded: [...excluded], whole };
}

/** Limits a long query to its rarest words, since using all of them would be slow. */
async function byRarestWords(db: Postgres, query: sql.SavedQuery): Promise<sql.SavedQuery> {
  const { scopes, required } = query;
  if (required.length <= maxRequiredTerms) return query;
  const counted = await sql.countSampleMatches(db, scopes, required);
  const adsWith = new Map(counted.map(({ pattern, ads }) => [pattern, ads]));
  const rarestPatterns = rarest(
    required,
    maxRequiredTerms,
    (pattern) => adsWith.get(pattern) ?? 0,
    (pattern) => pattern.length,
  );
  return { ...query, required: rarestPatterns };
}

/** Unmatched quotes and a lone minus. */
const unmatchedMarks = /^["“”„«»＂]+|["“”„«»＂]+$|^[-−－]+$/gu;

/** A library may have tens of thousands of advertisers. */
export const maxCompanyNames = 1000;

export const filterValuesHandler: Handler<typeof contract.ads.getFilterValues> = async (call) => {
  const { counted, labels, organized } = await countSavedValues(call);
  const countsOf = (filter: Filter): Record<string, number> =>
    Object.fromEntries(counted.flatMap((each) => (each.filter === filter ? [[each.value, each.ads]] : [])));
  const formats = withAll(format.options, countsOf('formats'));
  const counts = {
    platforms: withAll(platform.options, countsOf('platforms')),
    formats,
    adTypes: countsOf('adTypes'),
    languages: countsOf('languages'),
    ctaTypes: countsOf('ctaTypes'),
    companyNames: countsOf('companyNames'),
    labels: withAll(
      labels.map(({ id }) => String(id)),
      organized.labels,
    ),
    // Every saved ad has one format.
    stages: { ...withAll(stages, organized.stages), none: sumOf(formats) - sumOf(organized.stages) },
  };
  return {
    platforms: platform.options.toSorted(mostFrequentFirst(counts.platforms)),
    formats: format.options.toSorted(mostFrequentFirst(counts.formats)),
    adTypes: listValues(counted, 'adTypes'),
    languages: listValues(counted, 'languages'),
    ctaTypes: listValues(counted, 'ctaTypes'),
    companyNames: listValues(counted, 'companyNames'),
    labels: labels.map(({ id, name, color, teamId }) => ({ id, name, color, teamId })),
    stages: [...stages, 'none'],
    counts,
  };
};

async function countSavedValues({
  input: { boardId },
  caller,
  db,
}: Call<ParsedInputOf<typeof contract.ads.getFilterValues>>) {
  if (typeof boardId === 'number') {
    const scope = toScopeName(await readableBoard(db, boardId, caller));
    const [counted, labels, organized] = await Promise.all([
      countValuesOfBoard(db, boardId, maxCompanyNames),
      labelsOfScopes(db, [scope]),
      countOrganizedOfBoard(db, boardId),
    ]);
    return { counted, labels, organized };
  }
  const scopes = await visibleScopeNames(db, caller.userId);
  const [counted, labels, organized] = await Promise.all([
    countValues(db, scopes, maxCompanyNames),
    labelsOfScopes(db, scopes),
    countOrganizedOfScopes(db, scopes),
  ]);
  return { counted, labels, organized };
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, ads) => sum + ads, 0);
}

/** Keeps the order of the rows, since objects sort numeric keys first. */
function listValues(counted: readonly ValueCount[], filter: Filter): string[] {
  return counted.filter((each) => each.filter === filter).map(({ value }) => value);
}

function withAll(vocabulary: readonly string[], counts: Record<string, number>): Record<string, number> {
  return { ...Object.fromEntries(vocabulary.map((value) => [value, 0])), ...counts };
}

function mostFrequentFirst(counts: Record<string, number>): (one: string, other: string) => number {
  return (one, other) =>
    (counts[other] ?? 0) - (counts[one] ?? 0) || (one < other ? -1 : Number(one > other));
}
