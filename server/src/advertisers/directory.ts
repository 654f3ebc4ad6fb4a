import type { contract, OutputOf } from '@magpie/contract';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { maxEditDistance } from '../ads/editDistance.ts';
import { normalizeAdvertiserName } from '../ads/identity.ts';
import { monogramUrl } from '../ads/presentation.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import { createTopList } from '../ads/topList.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { Handler } from '../rpc/procedure.ts';
import * as sql from './directory.sql.ts';
import {
  closeness,
  countCandidates,
  createWordMatcher,
  matchExact,
  matchIdentity,
  matchSameWords,
  matchTypos,
  type Match,
} from './matching.ts';
import type { Names } from './nameIndex.ts';
import { maxLargest, type NameColumns, reachAt } from './nameTable.ts';
import { parseName, type ParsedName } from './parsedName.ts';
import { largestPastAdvertisers, type PastDirectory, pastDomainOwners } from './pastDirectory.ts';
import { type ResearchParts, findAdvertiser, readPastBrand, readPastDirectory } from './research.ts';

type ListTopCompanies = typeof contract.ads.listTopCompanies;
type MatchType = OutputOf<ListTopCompanies>['companies'][number]['matchType'];

export type DirectoryParts = Pick<ResearchParts, 'clickhouse' | 'names' | 'newestRecording'>;

export function topCompaniesHandler(parts: ResearchParts): Handler<ListTopCompanies> {
  return async ({ input }) => {
    const found = await findAdvertisers(parts, parseName(input.name), input.limit);
    return {
      companies: found.map(({ closeness: close, ...row }) => ({
        name: row.name,
        adCount: row.ads,
        advertiserId: row.advertiser_id,
        brandLogo: row.brand_logo ?? monogramUrl(row.advertiser_id, parts.siteAddress()),
        totalReach: row.reach,
        platforms: row.platforms,
        matchType: toMatchType(close),
      })),
    };
  };
}

async function nearestNames(parts: DirectoryParts, name: string, most: number): Promise<string[]> {
  const query = parseName(name);
  const found = await findAdvertisers(parts, query, most);
  if (found.length > 0 || query.letters === '') return found.map((each) => each.name);
  return sql.similarNames(parts.clickhouse, normalizeAdvertiserName(name), most);
}

/** The best matches; typos ones only if there are fewer than `limit` others. */
export async function findAdvertisers(parts: DirectoryParts, query: ParsedName, limit: number) {
  const { names, owners } = await readNames(parts, query);
  const matches = await firstMatches(names, query, owners, limit);
  const found = await withTotals(parts.names.totals, names.columns, matches);
  return found
    .toSorted(
      (one, other) =>
        one.closeness - other.closeness || other.counted - one.counted || compareUtf8(one.name, other.name),
    )
    .slice(0, limit);
}

/** The names of advertisers, and which of them own the domains of a query. */
interface SearchedNames {
  readonly names: Names;
  readonly owners: ReadonlySet<number>;
}

async function readNames(
  { clickhouse, names, newestRecording }: DirectoryParts,
  query: ParsedName,
): Promise<SearchedNames> {
  const [read, owners] = await Promise.all([
    names.names(newestRecording()),
    sql.domainOwners(clickhouse, query.domains),
  ]);
  return { names: read, owners };
}

/** At least the first `limit` matches by closeness and ads. */
export async function firstMatches(
  names: Names,
  query: ParsedName,
  owners: ReadonlySet<number>,
  limit: number,
): Promise<readonly Match[]> {
  const largest = hasManyCandidates(names, query) ? await matchLargest(names, query, owners, limit) : null;
  const matches = largest ?? (await findMatches(names.columns, query, owners, limit));
  return firstByAds(names.columns, matches, limit);
}

async function findMatches(
  columns: NameColumns,
  query: ParsedName,
  owners: ReadonlySet<number>,
  limit: number,
): Promise<Match[]> {
  const isListed = ({ place }: Match): boolean => columns.ads[place] !== 0;
  const matches = (await matchExact(columns, query, owners)).filter(isListed);
  if (matches.length >= limit) return matches;
  const found = new Set(matches.map(({ place }) => place));
  const all = [...matches, ...(await matchTypos(columns, query, found)).filter(isListed)];
  if (all.length > 0 || !hasMediumWord(query)) return all;
  const sameStart = { ...query, requiredPrefix: query.words.slice(0, 2) };
  return (await matchTypos(columns, sameStart, found, maxLenientTypos)).filter(isListed);
}

/** If nothing is found, words of six and seven letters may have a second typo, but not in the first letter. */
function maxLenientTypos(letters: number): number {
  return isMedium(letters) ? 2 : maxEditDistance(letters);
}

function isMedium(letters: number): boolean {
  return letters === 6 || letters === 7;
}

function hasMediumWord({ letters, words }: ParsedName): boolean {
  return [letters, ...words.trim().split(' ')].some(({ length }) => isMedium(length));
}

/** Many names contain letters up to this length, and counting them takes longer than comparing the largest names. */
const shortQueryLength = 3;

function isShort({ letters }: ParsedName): boolean {
  return letters !== '' && letters.length <= shortQueryLength;
}

/** The first matches of so many are usually among the largest names, which are fewer to compare. */
function hasManyCandidates({ columns }: Names, query: ParsedName): boolean {
  return countCandidates(columns, query) > maxLargest;
}

/** The first matches without comparing all candidates; null if names that are not among the largest may be among them. */
export async function matchLargest(
  { columns, largestBy }: Names,
  query: ParsedName,
  owners: ReadonlySet<number>,
  limit: number,
): Promise<Match[] | null> {
  const { places, least } = largestBy.ads();
  const identical = matchIdentity(columns, query, owners);
  const known = new Set(identical.map(({ place }) => place));
  const closenessAt = createWordMatcher(columns, query);
  const found: Match[] = [];
  // An advertiser without ads is not found.
  let fewest = Math.max(least + 1, 1);
  for (const place of places) {
    // Names with as many ads as the last one are needed too: the order among them is by name.
    if ((columns.ads[place] ?? 0) < fewest) break;
    if (known.has(place) || closenessAt(place) !== closeness.prefix) continue;
    found.push({ place, closeness: closeness.prefix });
    if (found.length === limit) fewest = columns.ads[place] ?? 0;
  }
  if (found.length < limit) return null;
  const sameWords = await matchSameWords(columns, query);
  const all = [...identical, ...sameWords.filter(({ place }) => !known.has(place)), ...found];
  return all.filter(({ place }) => columns.ads[place] !== 0);
}

/** The first `limit` by closeness and ads, and all that equal the last of them. */
export function firstByAds({ ads }: NameColumns, matches: readonly Match[], limit: number): readonly Match[] {
  const compare = (one: Match, other: Match): number =>
    one.closeness - other.closeness || (ads[other.place] ?? 0) - (ads[one.place] ?? 0);
  const best = createTopList(limit, compare);
  for (const match of matches) best.add(match);
  const last = best.items[limit - 1];
  return last === undefined ? matches : matches.filter((match) => compare(match, last) <= 0);
}

type ReadTotals = (ids: readonly number[]) => MaybePromise<readonly sql.AdvertiserTotals[]>;

/** An advertiser that several of its names match is listed once, with the best match. */
async function withTotals(readTotals: ReadTotals, { ids, ads }: NameColumns, matches: readonly Match[]) {
  const rows = await readTotals(matches.map(({ place }) => ids[place] ?? 0));
  const known = new Set(rows.map((row) => row.advertiser_id));
  const targets = rows.map((row) => row.alias_of).filter((id) => id !== 0 && !known.has(id));
  const named = targets.length === 0 ? [] : await readTotals([...new Set(targets)]);
  const rowOf = new Map([...rows, ...named].map((row) => [row.advertiser_id, row]));
  const found = new Map<number, FoundAdvertiser>();
  for (const { place, closeness: close } of matches) {
    const matched = rowOf.get(ids[place] ?? 0);
    const row = matched?.alias_of ? rowOf.get(matched.alias_of) : matched;
    if (row === undefined || (found.get(row.advertiser_id)?.closeness ?? Infinity) <= close) continue;
    found.set(row.advertiser_id, { ...row, closeness: close, counted: ads[place] ?? 0 });
  }
  return [...found.values()];
}

interface FoundAdvertiser extends sql.AdvertiserTotals {
  readonly closeness: number;
  readonly counted: number;
}

function toMatchType(close: number): MatchType {
  if (close < closeness.prefix) return 'exact';
  if (close === closeness.prefix) return 'prefix';
  return close < closeness.typos ? 'word' : 'fuzzy';
}

export function topAdvertisersHandler(
  parts: ResearchParts,
): Handler<typeof contract.brandSpy.listTopAdvertisers> {
  return async ({ input: { search = '', limit } }) => {
    const query = search === '' ? null : parseName(search, { insideWords: true });
    const rows = await (parts.at === undefined
      ? listLargest(parts, query, limit)
      : listPastLargest(await readPastDirectory(parts), query, limit));
    return rows.map((row) => ({
      advertiserId: row.advertiser_id,
      company: row.name,
      adCount: row.ads,
      totalViews: row.reach,
      brandLogo: row.brand_logo ?? monogramUrl(row.advertiser_id, parts.siteAddress()),
      platforms: row.platforms,
    }));
  };
}

async function listLargest(parts: DirectoryParts, query: ParsedName | null, limit: number) {
  return query === null
    ? parts.names.largest(limit, parts.newestRecording())
    : largestMatching(parts, query, limit);
}

export async function largestMatching(parts: DirectoryParts, query: ParsedName, limit: number) {
  return rankByReach(await readNames(parts, query), parts.names.totals, query, limit);
}

async function listPastLargest(directory: PastDirectory, query: ParsedName | null, limit: number) {
  if (query === null) return largestPastAdvertisers(directory, limit);
  const searched = {
    names: await directory.readNames(),
    owners: pastDomainOwners(directory, query.domains),
  };
  const readTotals: ReadTotals = (ids) => ids.flatMap((id) => directory.totals.get(id) ?? []);
  return rankByReach(searched, readTotals, query, limit);
}

async function rankByReach(
  { names, owners }: SearchedNames,
  readTotals: ReadTotals,
  query: ParsedName,
  limit: number,
) {
  const { columns } = names;
  const isFrequent = isShort(query) || hasManyCandidates(names, query);
  const matches = isFrequent ? matchesByReach(names, query, owners, limit) : null;
  const best = createTopList<Match>(
    limit,
    ({ place: one }, { place: other }) =>
      reachAt(columns, other) - reachAt(columns, one) || (columns.ids[one] ?? 0) - (columns.ids[other] ?? 0),
  );
  for (const match of matches ?? (await matchExact(columns, query, owners))) {
    if (columns.ads[match.place] !== 0) best.add(match);
  }
  return withTotals(readTotals, columns, best.items);
}

/** Like `matchLargest`, of advertisers with ads, for the order by reach. */
export function matchesByReach(
  { columns, largestBy }: Names,
  query: ParsedName,
  owners: ReadonlySet<number>,
  limit: number,
): Match[] | null {
  const { places, least } = largestBy.reach();
  const identical = new Map(matchIdentity(columns, query, owners).map((match) => [match.place, match]));
  const closenessAt = createWordMatcher(columns, query);
  const found: Match[] = [];
  let lowest = least + 1;
  for (const place of places) {
    if (reachAt(columns, place) < lowest) break;
    const close = identical.get(place)?.closeness ?? closenessAt(place);
    if (close === null || columns.ads[place] === 0) continue;
    found.push({ place, closeness: close });
    if (found.length === limit) lowest = reachAt(columns, place);
  }
  return found.length < limit ? null : found;
}

const maxSuggestions = 5;
const maxShownLength = 80;

export async function unknownAdvertiser(
  parts: ResearchParts,
  companyName: string,
  field: 'companyName' | 'companyNames' | 'logoOf' = 'companyName',
): Promise<MagpieError> {
  if (parts.at !== undefined) {
    const text = `No ad of a brand '${sanitizeForMessage(companyName, maxShownLength)}' was known by ${parts.at}.`;
    return new MagpieError('NOT_FOUND', text, { field, value: companyName, suggestions: [] });
  }
  const suggestions = await nearestNames(parts, companyName, maxSuggestions);
  const [nearest] = suggestions;
  const problem = `No brand is stored under the name '${sanitizeForMessage(companyName, maxShownLength)}'`;
  const message =
    nearest === undefined
      ? `${problem}; ads.listTopCompanies finds brands by a part of their name.`
      : `${problem}; did you mean '${sanitizeForMessage(nearest, maxShownLength)}'?`;
  return new MagpieError('NOT_FOUND', message, { field, value: companyName, suggestions });
}

/**
 * Call if no ad matched: an advertiser without matching ads gets an empty response, one that is unknown or has no ads at
 * all gets NOT_FOUND.
 */
export async function assertKnownAdvertiser(parts: ResearchParts, companyName: string): Promise<void> {
  const advertiser = await findAdvertiser(parts, companyName);
  const isKnown = advertiser !== undefined && (await hasAds(parts, advertiser.advertiser_id, companyName));
  if (!isKnown) throw await unknownAdvertiser(parts, companyName);
}

async function hasAds(parts: ResearchParts, id: number, companyName: string): Promise<boolean> {
  const { clickhouse, memory, newestRecording } = parts;
  if (parts.at !== undefined) return ((await readPastBrand(parts, companyName))?.columns.count ?? 0) > 0;
  const cached = await memory?.read(id, await newestRecording());
  return cached ? cached.columns.count > 0 : sql.hasAds(clickhouse, id);
}

export function createLogoLookup(parts: ResearchParts) {
  return async (companyName: string) => {
    const advertiser = await findAdvertiser(parts, companyName);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName, 'logoOf');
    const { advertiser_id: advertiserId, name, brand_logo: logo } = advertiser;
    return { advertiserId, name, logo };
  };
}
