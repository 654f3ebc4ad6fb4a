import type { contract, OutputOf } from '@magpie/contract';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { normalizeAdvertiserName } from '../ads/identity.ts';
import { monogramUrl } from '../ads/presentation.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { Handler } from '../rpc/procedure.ts';
import * as sql from './directory.sql.ts';
import { closeness, matchTypos, matchExact, type Match } from './matching.ts';
import { parseName, type ParsedName } from './parsedName.ts';
import { type ResearchParts, findAdvertiser } from './research.ts';

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
  return withTotals(parts, bestMatches(await findMatches(parts, query, limit), limit, byCloseness));
}

async function findMatches(parts: DirectoryParts, query: ParsedName, limit: number): Promise<Match[]> {
  const matches = await findExactMatches(parts, query);
  if (matches.length >= limit || !query.allowsTypos) return matches;
  const found = new Set(matches.map(({ entry }) => entry));
  return [...matches, ...matchTypos(await parts.names.entries(parts.newestRecording()), query, found)];
}

async function findExactMatches({ clickhouse, names, newestRecording }: DirectoryParts, query: ParsedName) {
  const [entries, owners] = await Promise.all([
    names.entries(newestRecording()),
    sql.domainOwners(clickhouse, query.domains),
  ]);
  return matchExact(entries, query, owners);
}

function byCloseness(one: Match, other: Match): number {
  return (
    one.closeness - other.closeness ||
    other.entry.ads - one.entry.ads ||
    compareUtf8(one.entry.name, other.entry.name)
  );
}

/** Partial sort: thousands of names match a single letter. */
function bestMatches(
  matches: readonly Match[],
  limit: number,
  compare: (one: Match, other: Match) => number,
): Match[] {
  const best: Match[] = [];
  for (const match of matches) {
    const last = best[limit - 1];
    if (last !== undefined && compare(match, last) >= 0) continue;
    const place = best.findIndex((each) => compare(match, each) < 0);
    best.splice(place === -1 ? best.length : place, 0, match);
    best.length = Math.min(best.length, limit);
  }
  return best;
}

async function withTotals({ clickhouse }: DirectoryParts, matches: readonly Match[]) {
  if (matches.length === 0) return [];
  const ids = matches.map(({ entry }) => entry.advertiserId);
  const rows = await sql.readTotalsById(clickhouse, ids);
  const rowOf = new Map(rows.map((row) => [row.advertiser_id, row]));
  return matches.flatMap(({ entry, closeness: close }) => {
    const row = rowOf.get(entry.advertiserId);
    return row === undefined ? [] : [Object.assign(row, { closeness: close })];
  });
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
    const rows =
      search === ''
        ? await sql.largestAdvertisers(parts.clickhouse, limit)
        : await largestMatching(parts, parseName(search, { insideWords: true }), limit);
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

export async function largestMatching(parts: DirectoryParts, query: ParsedName, limit: number) {
  const matches = await findExactMatches(parts, query);
  const running = matches.filter(({ entry }) => entry.ads > 0);
  const best = bestMatches(
    running,
    limit,
    ({ entry: one }, { entry: other }) => other.reach - one.reach || one.advertiserId - other.advertiserId,
  );
  return withTotals(parts, best);
}

const maxSuggestions = 5;
const maxShownLength = 80;

export async function unknownAdvertiser(
  parts: ResearchParts,
  companyName: string,
  field: 'companyName' | 'companyNames' | 'logoOf' = 'companyName',
): Promise<MagpieError> {
  const suggestions = await nearestNames(parts, companyName, maxSuggestions);
  const [nearest] = suggestions;
  const problem = `No brand is stored under the name '${sanitizeForMessage(companyName, maxShownLength)}'`;
  const message =
    nearest === undefined
      ? `${problem}; ads.listTopCompanies finds brands by a part of their name.`
      : `${problem}; did you mean '${sanitizeForMessage(nearest, maxShownLength)}'?`;
  return new MagpieError('NOT_FOUND', message, { field, value: companyName, suggestions });
}

/** Call if no ad matched: a known advertiser without matching ads gets an empty response, an unknown one NOT_FOUND. */
export async function assertKnownAdvertiser(parts: ResearchParts, companyName: string): Promise<void> {
  const advertiser = await findAdvertiser(parts, companyName);
  if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName);
}

export function createLogoLookup(parts: ResearchParts) {
  return async (companyName: string) => {
    const advertiser = await findAdvertiser(parts, companyName);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName, 'logoOf');
    const { advertiser_id: advertiserId, name, brand_logo: logo } = advertiser;
    return { advertiserId, name, logo };
  };
}
