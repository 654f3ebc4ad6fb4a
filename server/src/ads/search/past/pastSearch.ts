import type { contract, FoundAd, OutputOf, ParsedInputOf } from '@magpie/contract';
import { type AdCursor, pageInfo } from '../../adCursor.ts';
import { formatFamilyId } from '../../families/getFamily.ts';
import { readPastFamilies } from '../../families/pastFamilies.ts';
import { advertiserId } from '../../identity.ts';
import { momentOf } from '../../past/moment.ts';
import { readPastRows } from '../../past/pastAd.ts';
import type { PresentAds } from '../../presentation.ts';
import { createPictureMatch } from '../pictureMatch.ts';
import { parseQuery, type SearchQuery } from '../../query.ts';
import type { TextEmbedder } from '../../vectors.ts';
import type { AdRow } from '../../rows.ts';
import { shortenEntries } from '../../shorten.ts';
import type { SearchFilters } from '../matching.sql.ts';
import { shortenQuery, weighTerms } from '../termShares.ts';
import { correctQuery, relaxQuery } from '../vocabulary.ts';
import { describeCounted } from '../../coverage.ts';
import { countFound } from './counts.ts';
import { createSearchFilter } from './matches.ts';
import { createPastRankings, type RankPast } from './pastRankings.ts';
import { assertTextOnly } from './pastSimilar.ts';
import { countGroups, duplicateGroup, type GroupOf, sortAds } from './order.ts';
import type { SearchedAd } from './searchedAd.ts';
import { createPastSearchIndex, type PastSearchIndex, type PastSearchParts } from './searchIndex.ts';
import { sampleTokens, wordsOfAds } from './words.ts';
import { firstOfEach } from '../../../db/postgres/batches.sql.ts';

type Search = typeof contract.ads.search;
type Input = ParsedInputOf<Search> & { readonly asOf: string };

/** @param readFollowed the ids of names that the caller follows now */
export type PastSearch = (
  input: Input,
  page: AdCursor,
  readFollowed: () => Promise<readonly number[]>,
) => Promise<OutputOf<Search>>;

interface Parts extends PastSearchParts {
  /** Without it, texts have no vectors. */
  readonly embedder?: () => Promise<TextEmbedder>;
  readonly presentAds: PresentAds;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
}

/** Searches the ads as they were known at a moment, which are in memory, by the rules of the statements of `search.ts`. */
export function createPastSearch(parts: Parts): PastSearch {
  const readIndex = createPastSearchIndex(parts);
  const openRanking = createPastRankings(parts);
  return async (input, page, readFollowed) => {
    if (input.similarTo !== undefined) assertTextOnly(input.similarTo);
    const at = momentOf(input.asOf, parts.today());
    const index = await readIndex(at, page.asOf);
    const { searchQuery = '', companyNames, duplicatesOf, similarTo, match, ...rest } = input;
    const filters: SearchFilters = {
      ...rest,
      advertiserIds: await findAdvertisers(index, companyNames, readFollowed),
      group: duplicatesOf === undefined ? undefined : findGroup(index, duplicatesOf),
    };
    const byMeaning = match === 'meaning';
    const rank = similarTo !== undefined || byMeaning ? await openRanking(at, page.asOf, similarTo) : null;
    const search = { filters, searchQuery, page, rank };
    const readGroups = (ads: readonly SearchedAd[]) => readGroupOf(parts, filters, ads, at);
    let found = await find(index, search, readGroups);
    const words = wordsOfAds(index.ads);
    // What is near in meaning is found without the words.
    const isCorrected = found.total === 0 && !byMeaning;
    let corrected = isCorrected ? await correctQuery(words, searchQuery) : null;
    if (corrected !== null) found = await find(index, { ...search, searchQuery: corrected }, readGroups);
    if (isCorrected && found.total === 0) {
      for (const relaxed of await relaxQuery(words, corrected ?? searchQuery)) {
        corrected = relaxed;
        found = await find(index, { ...search, searchQuery: relaxed }, readGroups);
        if (found.total > 0) break;
      }
    }
    const { entries, total, totalAds, evidence, facets, groups, ranking } = found;
    const rows = await readRows(parts, entries, at);
    const matchPicture = createPictureMatch(corrected ?? searchQuery, rows);
    const { today, advertisers } = index;
    const ads = await parts.presentAds(rows, {
      today,
      advertisers: [...advertisers.rows.values()],
      rank: index.rank,
    });
    const similarities = new Map(ranking?.ads.map(({ hash, similarity }) => [hash, { similarity }]));
    return {
      ads: await shortenEntries<FoundAd>(
        ads.map((ad) =>
          Object.assign(
            ad,
            describeGroup(index, groups, ad.hash),
            similarities.get(ad.hash),
            matchPicture(ad),
          ),
        ),
      ),
      ...pageInfo(page, entries.length, total),
      totalAds,
      ...(evidence !== undefined && { evidence }),
      correctedQuery: total === 0 ? null : corrected,
      similarity: ranking?.summary ?? null,
      facets,
    };
  };
}

async function findAdvertisers(
  { advertisers: { ownerOf } }: PastSearchIndex,
  companyNames: Input['companyNames'],
  readFollowed: () => Promise<readonly number[]>,
): Promise<readonly number[] | null> {
  if (companyNames === 'FOLLOWED') return (await readFollowed()).map(ownerOf);
  if (companyNames === undefined || companyNames.length === 0) return null;
  return companyNames.map((name) => ownerOf(advertiserId(name)));
}

function findGroup({ byHash }: PastSearchIndex, hash: string): SearchFilters['group'] {
  const ad = byHash.get(hash);
  return ad === undefined ? null : { advertiserId: ad.advertiserId, duplicateKey: ad.texts.duplicate_key };
}

interface SearchInput {
  readonly filters: SearchFilters;
  readonly searchQuery: string;
  readonly page: AdCursor;
  /** Null if words and filters alone decide. */
  readonly rank: RankPast | null;
}

/** How ads are joined to entries; null for a list that is not folded. */
async function readGroupOf(
  parts: Parts,
  { duplicates }: Pick<SearchFilters, 'duplicates'>,
  ads: readonly SearchedAd[],
  at: string,
): Promise<GroupOf | null> {
  if (duplicates === 'all') return null;
  if (duplicates === 'fold') return duplicateGroup;
  const hashes = ads.map(({ hash }) => hash);
  const families = await readPastFamilies(parts.clickhouse, hashes, at, parts);
  return ({ hash }) => families.get(hash) ?? hash;
}

type ReadGroups = (ads: readonly SearchedAd[]) => Promise<GroupOf | null>;

async function find(
  index: PastSearchIndex,
  { filters, searchQuery, page, rank }: SearchInput,
  readGroups: ReadGroups,
) {
  const { sortBy, limit, duplicates } = filters;
  const sample = async () => sampleTokens(index.ads);
  const query = await shortenQuery(parseQuery(searchQuery), sample);
  const filter = (of: SearchQuery): SearchedAd[] =>
    index.ads.filter(createSearchFilter(filters, of, index.advertisers.rows, page.asOf));
  const terms = sortBy === 'recommended' || rank !== null ? await weighTerms(query, sample) : [];
  const ranking =
    (await rank?.({ query, filter, sort: (ads) => sortAds(ads, 'recommended', terms) })) ?? null;
  const ranked = ranking?.ads.flatMap(({ hash }) => index.byHash.get(hash) ?? []);
  const found = ranked ?? filter(query);
  const groupOf = await readGroups(found);
  const isRanked = ranked !== undefined && sortBy === 'recommended';
  const sorted = isRanked ? found : sortAds(found, sortBy, terms, groupOf ?? duplicateGroup);
  const listed = groupOf === null ? sorted : firstOfEach(sorted, groupOf);
  const counted = countFound(found, filters, index.advertisers.rows);
  return {
    ...counted,
    ranking,
    total: listed.length,
    ...(duplicates === 'family' && {
      evidence: describeCounted(
        found.length,
        found.map(({ library }) => ({ library, ads: 1 })),
      ),
    }),
    entries: listed.slice(page.offset, page.offset + limit),
    groups: groupOf && { groupOf, sizes: countGroups(found, groupOf), areFamilies: duplicates === 'family' },
  };
}

type Groups = Awaited<ReturnType<typeof find>>['groups'];

/** Empty for entries of a list that is not folded. */
function describeGroup(
  { byHash }: PastSearchIndex,
  groups: Groups,
  hash: string,
): Pick<FoundAd, 'similarAds' | 'familyId'> {
  const ad = byHash.get(hash);
  if (groups === null || ad === undefined) return {};
  const group = groups.groupOf(ad);
  const similarAds = (groups.sizes.get(group) ?? 1) - 1;
  if (!groups.areFamilies) return { similarAds };
  return { similarAds, familyId: typeof group === 'number' ? formatFamilyId(group) : null };
}

/** The ads of a page. */
async function readRows(parts: Parts, entries: readonly SearchedAd[], at: string): Promise<AdRow[]> {
  const hashes = entries.map(({ hash }) => hash);
  const found = new Map((await readPastRows(parts, hashes, at)).map((row) => [row.hash, row]));
  return entries.flatMap(({ hash, advertiserId: id }): AdRow[] => {
    const row = found.get(hash);
    return row === undefined ? [] : [{ ...row, advertiser_id: id }];
  });
}
