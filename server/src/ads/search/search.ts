import type { Ad, contract, FoundAd, OutputOf, ParsedInputOf } from '@magpie/contract';
import type { Aliases } from '../aliases.ts';
import { adsByHash, advertisersById } from '../ads.sql.ts';
import { pageInfo, decodeAdCursor } from '../adCursor.ts';
import { assertKnownValues } from '../knownValues.ts';
import type { PresentAds } from '../presentation.ts';
import { shortenEntries } from '../shorten.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { listKey } from '../../rpc/cursor.ts';
import type { Call, Handler } from '../../rpc/procedure.ts';
import type { Matching } from '../conditions.sql.ts';
import * as sql from './search.sql.ts';
import { searchCondition, type DuplicateGroup, type SearchFilters } from './matching.sql.ts';
import { createTokenSamples, shortenQuery, weighTerms, type TokenSample } from './termShares.ts';
import { createCorrection } from './vocabulary.ts';
import { parseQuery } from '../query.ts';

type Search = typeof contract.ads.search;
type Counted = Pick<OutputOf<Search>, 'total' | 'totalAds' | 'facets'>;
type Found = Counted & { readonly matching: Matching; readonly entries: readonly Entry[] };
/** The group is known in a folded list only. */
type Entry = Pick<sql.FoldedAd, 'hash'> & Partial<DuplicateGroup>;
type Page = ReturnType<typeof decodeAdCursor>;

export interface SearchParts {
  readonly clickhouse: ClickHouse;
  readonly aliases: Aliases;
  readonly presentAds: PresentAds;
}

export function searchHandler({ clickhouse, aliases, presentAds }: SearchParts): Handler<Search> {
  const correct = createCorrection(clickhouse);
  const find = createFinder(clickhouse);
  return async (call) => {
    const { searchQuery = '', ...input } = call.input;
    const page = decodeAdCursor(
      listKey('ads.search', call.input),
      input.cursor,
      await call.newestRecording(),
    );
    await assertKnownValues(clickhouse, input);
    const [advertiserIds, group] = await Promise.all([
      resolveAdvertiserIds(aliases, call),
      input.similarTo === undefined ? undefined : sql.groupOfAd(clickhouse, input.similarTo),
    ]);
    const filters = { ...input, advertiserIds, group };
    let found = await find(filters, searchQuery, page);
    const correctedQuery = found.total === 0 ? await correct(searchQuery) : null;
    if (correctedQuery !== null) found = await find(filters, correctedQuery, page);
    const { entries, total, totalAds, facets } = found;
    const [rows, similarAds] = await Promise.all([
      adsByHash(
        clickhouse,
        entries.map(({ hash }) => hash),
      ),
      countSimilarAds(clickhouse, found),
    ]);
    const ads = inOrder(entries, await presentAds(rows)).map((ad): FoundAd =>
      Object.assign(ad, similarAds(ad.hash)),
    );
    return {
      ads: await shortenEntries<FoundAd>(ads),
      ...pageInfo(page, entries.length, total),
      totalAds,
      correctedQuery: total === 0 ? null : correctedQuery,
      facets,
    };
  };
}

type Find = (filters: SearchFilters, searchQuery: string, page: Page) => Promise<Found>;

function createFinder(clickhouse: ClickHouse): Find {
  const readSample = createTokenSamples(clickhouse);
  return async (filters, searchQuery, { asOf, offset }) => {
    const sample = (): Promise<TokenSample> => readSample(asOf);
    const query = await shortenQuery(parseQuery(searchQuery), sample);
    const matching = searchCondition(filters, query, new Date().toISOString().slice(0, 10), asOf);
    const counting = countAll(clickhouse, matching, filters);
    const readPage = async (): Promise<readonly Entry[]> => {
      const terms = filters.sortBy === 'recommended' ? await weighTerms(query, sample) : [];
      const { sortBy, limit, duplicates } = filters;
      const page = { sortBy, limit, offset, terms };
      return duplicates === 'fold'
        ? readFoldedPage(clickhouse, matching, page, counting)
        : (await sql.hashesOfPage(clickhouse, matching, page)).map((hash) => ({ hash }));
    };
    const [entries, counted] = await Promise.all([readPage(), counting]);
    return { matching, entries, ...counted };
  };
}

/** First this many ads per entry are read, and if duplicates leave too few entries, this many times more. */
const candidatesPerEntry = 8;

async function readFoldedPage(
  clickhouse: ClickHouse,
  matching: Matching,
  page: sql.PageQuery,
  counting: Promise<Counted>,
): Promise<readonly sql.FoldedAd[]> {
  const { limit, offset } = page;
  let candidates = (offset + limit) * candidatesPerEntry;
  for (;;) {
    const entries = await sql.foldedPage(clickhouse, matching, page, candidates);
    if (entries.length === limit) return entries;
    const { total, totalAds } = await counting;
    if (entries.length >= total - offset || candidates >= totalAds) return entries;
    candidates *= candidatesPerEntry;
  }
}

/** Empty for entries of a list that is not folded. */
async function countSimilarAds(clickhouse: ClickHouse, { matching, entries }: Found) {
  const groups = entries.filter((entry) => 'duplicateKey' in entry) as sql.FoldedAd[];
  const counted = groups.length === 0 ? [] : await sql.countDuplicates(clickhouse, matching, groups);
  const ads = new Map(counted.map((each) => [each.duplicateKey, each.ads]));
  const similar = new Map(groups.map(({ hash, duplicateKey }) => [hash, (ads.get(duplicateKey) ?? 1) - 1]));
  return (hash: string): Pick<FoundAd, 'similarAds'> => {
    const similarAds = similar.get(hash);
    return similarAds === undefined ? {} : { similarAds };
  };
}

async function resolveAdvertiserIds(
  aliases: Aliases,
  { input: { companyNames }, caller, db, markPrivate }: Call<ParsedInputOf<Search>>,
): Promise<readonly number[] | null> {
  if (companyNames === 'FOLLOWED') {
    markPrivate();
    return aliases.resolveIds(await sql.followedIds(db, caller.userId));
  }
  return companyNames === undefined || companyNames.length === 0 ? null : aliases.resolveNames(companyNames);
}

function inOrder(entries: readonly Entry[], ads: readonly Ad[]): Ad[] {
  const byHash = new Map(ads.map((ad) => [ad.hash, ad]));
  return entries.flatMap(({ hash }) => byHash.get(hash) ?? []);
}

async function countAll(
  clickhouse: ClickHouse,
  found: Matching,
  filters: Pick<SearchFilters, 'duplicates'>,
): Promise<Counted> {
  const known = (await sql.countFacets(clickhouse, found, filters)).filter(({ value }) => value !== '');
  const countsOf = (facet: sql.Facet): sql.FacetValue[] => known.filter((each) => each.facet === facet);
  const formats = countsOf('formats');
  // Every ad has one format.
  const totalAds = formats.reduce((sum, { ads }) => sum + ads, 0);
  return {
    totalAds,
    total: filters.duplicates === 'fold' ? (countsOf('folded')[0]?.ads ?? 0) : totalAds,
    facets: {
      platforms: tally(countsOf('platforms')),
      formats: tally(formats),
      mediaTypes: tally(countsOf('mediaTypes')),
      statuses: tally(countsOf('statuses')),
      adTypes: tally(countsOf('adTypes')),
      languages: tally(countsOf('languages')),
      ctaTypes: tally(countsOf('ctaTypes')),
      countries: tally(countsOf('countries')),
      tagDefinitionIds: tally(countsOf('tagDefinitionIds')),
      companyNames: tally(await withNames(clickhouse, countsOf('advertiserIds').slice(0, maxCompanyNames))),
      categories: tally(countsOf('categories')),
    },
  };
}

function tally(values: readonly sql.FacetValue[]): Record<string, number> {
  return Object.fromEntries(values.map(({ value, ads }) => [value, ads]));
}

const maxCompanyNames = 20;

async function withNames(clickhouse: ClickHouse, values: readonly sql.FacetValue[]) {
  const advertisers = await advertisersById(
    clickhouse,
    values.map(({ value }) => Number(value)),
  );
  const names = new Map(advertisers.map((row) => [String(row.advertiser_id), row.name]));
  return values.map((each) => ({ ...each, value: names.get(each.value) ?? each.value }));
}
