import { contract, type Ad, type FoundAd, type OutputOf, type ParsedInputOf } from '@magpie/contract';
import type { Aliases } from '../aliases.ts';
import { createAdRows, type AdRows } from '../adRows.ts';
import type { AdVersion } from '../ads.sql.ts';
import { pageInfo, decodeAdCursor } from '../adCursor.ts';
import { refuseMoment } from '../past/pastIndex.ts';
import { assertKnownValues } from '../knownValues.ts';
import type { PresentAds } from '../presentation.ts';
import { shortenEntries } from '../shorten.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { listKey } from '../../rpc/cursor.ts';
import type { Call, Handler } from '../../rpc/procedure.ts';
import type { Matching } from '../conditions.sql.ts';
import { readUnmerged } from './currentRows.sql.ts';
import * as sql from './search.sql.ts';
import { searchCondition, type DuplicateGroup, type SearchFilters } from './matching.sql.ts';
import { createFacetCounter, type Counted } from './facets.ts';
import type { SearchedAds } from './recentCounts.ts';
import { firstOfEach } from '../../db/postgres/batches.sql.ts';
import { formatFamilyId } from '../families/getFamily.ts';
import {
  countFamilyAds,
  createFamilyCounter,
  type FamilyEntry,
  foldRanked,
  readFamilyPage,
} from './familyGroups.ts';
import type { AdRow } from '../rows.ts';
import { createTokenSamples, shortenQuery, weighTerms, type TokenSample } from './termShares.ts';
import { correctQuery, createKnownWords, relaxQuery } from './vocabulary.ts';
import type { PastSearch } from './past/pastSearch.ts';
import { createPictureMatch } from './pictureMatch.ts';
import { parseQuery, type SearchQuery } from '../query.ts';
import { describeCounted } from '../coverage.ts';
import { createCopyIndex } from '../similar/copyIndex.ts';
import type { TextEmbedder } from '../vectors.ts';
import { relevantFirst } from './relevance.sql.ts';
import {
  embedQuery,
  ofRanked,
  rankByMeaning,
  rankSimilar,
  readTarget,
  withoutWords,
  type Ranking,
  type SimilarParts,
  type SimilarTo,
} from './similarSearch.ts';

type Search = typeof contract.ads.search;
type Found = Counted & {
  readonly matching: Matching;
  readonly entries: readonly Entry[];
  readonly similarity: OutputOf<Search>['similarity'];
  readonly similarityOf: (hash: string) => FoundAd['similarity'];
};
/** The group or the family is known in a folded list only, and the version if the page was read from the table of ads. */
type Entry = Pick<AdVersion, 'hash'> & Partial<DuplicateGroup & AdVersion & Pick<FamilyEntry, 'family'>>;
type Page = ReturnType<typeof decodeAdCursor>;

export interface SearchParts {
  readonly clickhouse: ClickHouse;
  readonly aliases: Aliases;
  readonly presentAds: PresentAds;
  /** Without it, texts have no vectors. */
  readonly embedder?: () => Promise<TextEmbedder>;
  /** Without it, only what is known now can be searched. */
  readonly searchPast?: PastSearch;
}

export function searchHandler(parts: SearchParts): Handler<Search> {
  const { clickhouse, aliases, presentAds, embedder = null } = parts;
  const words = createKnownWords(clickhouse);
  const adRows = createAdRows(clickhouse);
  const find = createFinder({ clickhouse, embedder, copies: createCopyIndex(clickhouse) });
  return async (call) => {
    const { searchQuery = '', duplicatesOf, similarTo, match, asOf, ...input } = call.input;
    const recording = await call.newestRecording();
    const page = decodeAdCursor(listKey('ads.search', call.input), input.cursor, recording);
    await assertKnownValues(clickhouse, input);
    if (asOf !== undefined) {
      if (parts.searchPast === undefined) throw refuseMoment('asOf is not supported here.');
      return parts.searchPast({ ...call.input, asOf }, page, () => followedNames(call));
    }
    const [advertiserIds, group] = await Promise.all([
      resolveAdvertiserIds(aliases, call),
      duplicatesOf === undefined ? undefined : sql.groupOfAd(clickhouse, duplicatesOf),
    ]);
    const filters = { ...input, advertiserIds, group };
    const search = { filters, searchQuery, similarTo, byMeaning: match === 'meaning', page, recording };
    let found = await find(search);
    // What is near in meaning is found without the words.
    const isCorrected = found.total === 0 && !search.byMeaning;
    let correctedQuery = isCorrected ? await correctQuery(words, searchQuery) : null;
    if (correctedQuery !== null) found = await find({ ...search, searchQuery: correctedQuery });
    if (isCorrected && found.total === 0) {
      for (const relaxed of await relaxQuery(words, correctedQuery ?? searchQuery)) {
        correctedQuery = relaxed;
        found = await find({ ...search, searchQuery: relaxed });
        if (found.total > 0) break;
      }
    }
    const { entries, total, totalAds, evidence, similarity, facets } = found;
    // The vectors that are still missing are no recording, after which the response would be computed again.
    if ((similarity?.pendingAds ?? 0) > 0) call.markPrivate();
    const [rows, groupOf] = await Promise.all([readRows(adRows, entries), describeGroups(clickhouse, found)]);
    const matchPicture = createPictureMatch(correctedQuery ?? searchQuery, rows);
    const ads = inOrder(entries, await presentAds(rows)).map((ad): FoundAd => {
      const known = found.similarityOf(ad.hash);
      const nearness = known !== undefined && { similarity: known };
      return Object.assign(ad, groupOf(ad.hash), nearness, matchPicture(ad));
    });
    return {
      ads: await shortenEntries<FoundAd>(ads),
      ...pageInfo(page, entries.length, total),
      totalAds,
      ...(evidence !== undefined && { evidence }),
      correctedQuery: total === 0 ? null : correctedQuery,
      similarity,
      facets,
    };
  };
}

interface SearchInput {
  readonly filters: SearchFilters;
  readonly searchQuery: string;
  readonly similarTo: SimilarTo | undefined;
  readonly byMeaning: boolean;
  readonly page: Page;
  readonly recording: number;
}

function createFinder(parts: SimilarParts) {
  const { clickhouse } = parts;
  const readSample = createTokenSamples(clickhouse);
  const countFound = createCounter();
  return async ({
    filters,
    searchQuery,
    similarTo,
    byMeaning,
    page,
    recording,
  }: SearchInput): Promise<Found> => {
    const { asOf, offset } = page;
    const today = new Date().toISOString().slice(0, 10);
    const sample = (): Promise<TokenSample> => readSample(asOf);
    const query = await shortenQuery(parseQuery(searchQuery), sample);
    const condition = (of: SearchQuery): Matching => searchCondition(filters, of, today, asOf);
    const rank = async (): Promise<Ranking | null> => {
      const others = byMeaning ? withoutWords(query) : query;
      const matching = condition(others);
      const filtered = { matching, isUnfiltered: isUnfiltered(matching, asOf), recording: asOf };
      if (similarTo !== undefined) {
        return rankSimilar(parts, await readTarget(parts, similarTo), filtered);
      }
      if (!byMeaning || query.required.length === 0) return null;
      const order = relevantFirst(await weighTerms(query, sample));
      const target = await embedQuery(parts, query.required.map(({ words }) => words).join(' '));
      return rankByMeaning(parts, target, filtered, { matching: condition(query), order });
    };
    const [ranking, unmerged] = await Promise.all([rank(), readUnmerged(clickhouse)]);
    const matching = ranking === null ? condition(query) : ofRanked(ranking.ads, today);
    const searched = { clickhouse, matching, unmerged };
    const counting = countFound(searched, filters.duplicates, recording);
    const readPage = async (): Promise<readonly Entry[]> => {
      const { sortBy, limit, duplicates } = filters;
      if (ranking !== null && sortBy === 'recommended') {
        return pageOfRanking(clickhouse, ranking, filters, offset);
      }
      const terms = sortBy === 'recommended' ? await weighTerms(query, sample) : [];
      const range = { sortBy, limit, offset, terms };
      return duplicates === 'all'
        ? sql.versionsOfPage(clickhouse, matching, range, unmerged)
        : readGroupedPage(searched, duplicates, range, counting);
    };
    const [entries, counted] = await Promise.all([readPage(), counting]);
    const similarities = new Map(ranking?.ads.map((ad) => [ad.hash, ad.similarity]));
    return {
      matching,
      entries,
      ...counted,
      similarity: ranking?.summary ?? null,
      similarityOf: (hash) => similarities.get(hash),
    };
  };
}

function createCounter() {
  const countFacets = createFacetCounter();
  const countFamilies = createFamilyCounter();
  return async (
    searched: SearchedAds,
    duplicates: SearchFilters['duplicates'],
    recording: number,
  ): Promise<Counted> => {
    const [{ describe }, families] = await Promise.all([
      countFacets(searched, recording),
      duplicates === 'family' ? countFamilies(searched, recording) : null,
    ]);
    const counts = describe(duplicates);
    return families === null
      ? counts
      : {
          ...counts,
          total: families.families,
          evidence: describeCounted(counts.totalAds, families.libraries),
        };
  };
}

const noFilters = contract.ads.search.input.parse({});

function isUnfiltered({ condition }: Matching, asOf: number): boolean {
  const filters = { ...noFilters, advertiserIds: null };
  return condition === searchCondition(filters, parseQuery(''), '', asOf).condition;
}

async function pageOfRanking(
  clickhouse: ClickHouse,
  { ads }: Ranking,
  { duplicates, limit }: Pick<SearchFilters, 'duplicates' | 'limit'>,
  offset: number,
): Promise<readonly Entry[]> {
  if (duplicates === 'family') return (await foldRanked(clickhouse, ads)).slice(offset, offset + limit);
  if (duplicates === 'all') return ads.slice(offset, offset + limit).map(({ hash }) => ({ hash }));
  return firstOfEach(ads, ({ duplicateKey }) => duplicateKey).slice(offset, offset + limit);
}

/** First this many ads per entry are read, and if duplicates leave too few entries, this many times more. */
const candidatesPerEntry = 8;

async function readGroupedPage(
  searched: SearchedAds,
  duplicates: 'fold' | 'family',
  page: sql.PageQuery,
  counting: Promise<Counted>,
): Promise<readonly Entry[]> {
  const { limit, offset } = page;
  const { clickhouse, matching, unmerged } = searched;
  let candidates = (offset + limit) * candidatesPerEntry;
  for (;;) {
    const entries =
      duplicates === 'fold'
        ? await sql.foldedPage(clickhouse, matching, page, candidates, unmerged)
        : await readFamilyPage(searched, page, candidates);
    if (entries.length === limit) return entries;
    const { total, totalAds } = await counting;
    if (entries.length >= total - offset || candidates >= totalAds) return entries;
    candidates *= candidatesPerEntry;
  }
}

type Group = Pick<FoundAd, 'similarAds' | 'familyId'>;

/** Empty for entries of a list that is not folded. */
async function describeGroups(clickhouse: ClickHouse, found: Found): Promise<(hash: string) => Group> {
  const families = found.entries.filter((entry): entry is FamilyEntry => entry.family !== undefined);
  if (families.length === 0) return countSimilarAds(clickhouse, found);
  const ads = await countFamilyAds({ clickhouse, matching: found.matching }, families);
  const byHash = new Map(families.map(({ hash, family }) => [hash, family]));
  return (hash) => {
    const family = byHash.get(hash) ?? null;
    return family === null
      ? { similarAds: 0, familyId: null }
      : { similarAds: Math.max(0, (ads.get(family) ?? 1) - 1), familyId: formatFamilyId(family) };
  };
}

async function countSimilarAds(clickhouse: ClickHouse, { matching, entries }: Found) {
  const groups = entries.filter((entry) => 'duplicateKey' in entry) as sql.FoldedAd[];
  const counted = groups.length === 0 ? [] : await sql.countDuplicates(clickhouse, matching, groups);
  const ads = new Map(counted.map((each) => [each.duplicateKey, each.ads]));
  const similar = new Map(groups.map(({ hash, duplicateKey }) => [hash, (ads.get(duplicateKey) ?? 1) - 1]));
  return (hash: string): Group => {
    const similarAds = similar.get(hash);
    return similarAds === undefined ? {} : { similarAds };
  };
}

async function resolveAdvertiserIds(
  aliases: Aliases,
  call: Call<ParsedInputOf<Search>>,
): Promise<readonly number[] | null> {
  const { companyNames } = call.input;
  if (companyNames === 'FOLLOWED') return aliases.resolveIds(await followedNames(call));
  return companyNames === undefined || companyNames.length === 0 ? null : aliases.resolveNames(companyNames);
}

function followedNames({ caller, db, markPrivate }: Call<ParsedInputOf<Search>>): Promise<readonly number[]> {
  markPrivate();
  return sql.followedIds(db, caller.userId);
}

function readRows(adRows: AdRows, entries: readonly Entry[]): Promise<AdRow[]> {
  const versions = entries.filter((entry): entry is AdVersion => 'version' in entry);
  return versions.length === entries.length
    ? adRows.ofVersions(versions)
    : adRows.byHash(entries.map(({ hash }) => hash));
}

function inOrder(entries: readonly Entry[], ads: readonly Ad[]): Ad[] {
  const byHash = new Map(ads.map((ad) => [ad.hash, ad]));
  return [...new Set(entries.map(({ hash }) => hash))].flatMap((hash) => byHash.get(hash) ?? []);
}
