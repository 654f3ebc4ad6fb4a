import type { Ad, contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import { adsByHash, advertisersById } from '../ads.sql.ts';
import { pageInfo, decodeAdCursor } from '../adCursor.ts';
import { advertiserId } from '../identity.ts';
import { assertKnownValues } from '../knownValues.ts';
import type { PresentAds } from '../presentation.ts';
import { shortenEntries } from '../shorten.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { listKey } from '../../rpc/cursor.ts';
import type { Call, Handler } from '../../rpc/procedure.ts';
import type { Matching } from '../conditions.sql.ts';
import * as sql from './search.sql.ts';
import { searchCondition, type SearchFilters } from './matching.sql.ts';
import { createCorrection } from './vocabulary.ts';
import { isLong, parseQuery, requiredTokens, withRarest, type SearchQuery } from '../query.ts';

type Search = typeof contract.ads.search;
type Counted = Pick<OutputOf<Search>, 'total' | 'facets'>;
type Found = Counted & { readonly hashes: readonly string[] };

export interface SearchParts {
  readonly clickhouse: ClickHouse;
  readonly presentAds: PresentAds;
}

export function searchHandler({ clickhouse, presentAds }: SearchParts): Handler<Search> {
  const correct = createCorrection(clickhouse);
  return async (call) => {
    const { input } = call;
    const page = decodeAdCursor(listKey('ads.search', input), input.cursor, await call.newestRecording());
    await assertKnownValues(clickhouse, input);
    const filters = { ...input, advertiserIds: await resolveAdvertiserIds(call) };
    const find = (searchQuery: string): Promise<Found> => findAds(clickhouse, filters, searchQuery, page);
    const { searchQuery = '' } = input;
    let found = await find(searchQuery);
    const correctedQuery = found.total === 0 ? await correct(searchQuery) : null;
    if (correctedQuery !== null) found = await find(correctedQuery);
    const { hashes, total, facets } = found;
    const ads = inOrder(hashes, await presentAds(await adsByHash(clickhouse, hashes)));
    return {
      ads: await shortenEntries(ads),
      ...pageInfo(page, hashes.length, total),
      correctedQuery: total === 0 ? null : correctedQuery,
      facets,
    };
  };
}

async function findAds(
  clickhouse: ClickHouse,
  filters: SearchFilters,
  searchQuery: string,
  { asOf, offset }: ReturnType<typeof decodeAdCursor>,
): Promise<Found> {
  const typed = parseQuery(searchQuery);
  const query = isLong(typed) ? await byRarestWords(clickhouse, typed, asOf) : typed;
  const matching = searchCondition(filters, query, new Date().toISOString().slice(0, 10), asOf);
  const [hashes, counted] = await Promise.all([
    sql.hashesOfPage(clickhouse, matching, { ...filters, offset }),
    countAll(clickhouse, matching),
  ]);
  return { hashes, ...counted };
}

/** The sample is limited to `asOf`, so that the result is the same on every page. */
async function byRarestWords(clickhouse: ClickHouse, query: SearchQuery, asOf: number): Promise<SearchQuery> {
  const counted = await sql.sampledAdsWith(clickhouse, requiredTokens(query), asOf);
  const adsWith = new Map(counted.map(({ token, ads }) => [token, ads]));
  return withRarest(query, (token) => adsWith.get(token) ?? 0);
}

async function resolveAdvertiserIds({
  input: { companyNames },
  caller,
  db,
  markPrivate,
}: Call<ParsedInputOf<Search>>): Promise<readonly number[] | null> {
  if (companyNames === 'FOLLOWED') {
    markPrivate();
    return sql.followedAdvertisers(db, caller.userId);
  }
  return companyNames === undefined || companyNames.length === 0 ? null : companyNames.map(advertiserId);
}

function inOrder(hashes: readonly string[], ads: readonly Ad[]): Ad[] {
  const byHash = new Map(ads.map((ad) => [ad.hash, ad]));
  return hashes.flatMap((hash) => byHash.get(hash) ?? []);
}

async function countAll(clickhouse: ClickHouse, found: Matching): Promise<Counted> {
  const known = (await sql.countFacets(clickhouse, found)).filter(({ value }) => value !== '');
  const countsOf = (facet: sql.Facet): sql.FacetValue[] => known.filter((each) => each.facet === facet);
  const formats = countsOf('formats');
  return {
    // Every ad has one format.
    total: formats.reduce((sum, { ads }) => sum + ads, 0),
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
