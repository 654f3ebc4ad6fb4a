import type { contract, OutputOf } from '@magpie/contract';
import { nameKey } from '../ads/identity.ts';
import { monogramUrl } from '../ads/presentation.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { Handler } from '../rpc/procedure.ts';
import { readTotalsById, similarNames, domainOwners, type AdvertiserTotals } from './directory.sql.ts';
import { closeness, matchTypos, matchExact, type Match } from './matching.ts';
import type { ResearchParts } from './research.ts';
import { parseName, type ParsedName } from './parsedName.ts';

type ListTopCompanies = typeof contract.ads.listTopCompanies;
type MatchType = OutputOf<ListTopCompanies>['companies'][number]['matchType'];

export type DirectoryParts = Pick<ResearchParts, 'clickhouse' | 'names' | 'newestRecording'>;

/** `ads.listTopCompanies`: advertisers by name or landing page domain, best match first. */
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
        matchType: matchTypeOf(close),
      })),
    };
  };
}

/** Suggestions for an unknown name, most similar first. */
export async function nearestNames(parts: DirectoryParts, name: string, most: number): Promise<string[]> {
  const query = parseName(name);
  const found = await findAdvertisers(parts, query, most);
  if (found.length > 0 || query.letters === '') return found.map((each) => each.name);
  return similarNames(parts.clickhouse, nameKey(name), most);
}

interface FoundAdvertiser extends AdvertiserTotals {
  readonly closeness: number;
}

/** The best matches; typos ones only if there are fewer than `limit` others. */
export async function findAdvertisers(
  parts: DirectoryParts,
  query: ParsedName,
  limit: number,
): Promise<FoundAdvertiser[]> {
  return withTotals(parts, bestMatches(await findMatches(parts, query, limit), limit, byCloseness));
}

async function findMatches(parts: DirectoryParts, query: ParsedName, limit: number): Promise<Match[]> {
  const matches = await findExactMatches(parts, query);
  if (matches.length >= limit || !query.allowsTypos) return matches;
  const found = new Set(matches.map(({ entry }) => entry));
  return [...matches, ...matchTypos(await parts.names.entries(parts.newestRecording()), query, found)];
}

/** All advertisers whose names match without typos. */
export async function findExactMatches(
  { clickhouse, names, newestRecording }: DirectoryParts,
  query: ParsedName,
): Promise<Match[]> {
  const [entries, owners] = await Promise.all([
    names.entries(newestRecording()),
    domainOwners(clickhouse, query.domains),
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
export function bestMatches(
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

/** Adds totals to the matches, keeping their order. */
export async function withTotals(
  { clickhouse }: DirectoryParts,
  matches: readonly Match[],
): Promise<FoundAdvertiser[]> {
  if (matches.length === 0) return [];
  const rows = await readTotalsById(
    clickhouse,
    matches.map(({ entry }) => entry.advertiserId),
  );
  const rowOf = new Map(rows.map((row) => [row.advertiser_id, row]));
  return matches.flatMap(({ entry, closeness: close }) => {
    const row = rowOf.get(entry.advertiserId);
    return row === undefined ? [] : [Object.assign(row, { closeness: close })];
  });
}

function matchTypeOf(close: number): MatchType {
  if (close < closeness.prefix) return 'exact';
  if (close === closeness.prefix) return 'prefix';
  return close < closeness.typos ? 'word' : 'fuzzy';
}
