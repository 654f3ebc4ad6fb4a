import type { contract, OutputOf } from '@magpie/contract';
import { nameKey } from '../ads/identity.ts';
import { logoOf } from '../ads/presentation.ts';
import { byBytes } from '../ads/textOrder.ts';
import type { Handler } from '../rpc/procedure.ts';
import { countedAdvertisers, namesAlike, ownersOf, type CountedAdvertiser } from './directory.sql.ts';
import { closeness, misspelt, spelt, type Match } from './matching.ts';
import type { ResearchParts } from './research.ts';
import { parseName, type ParsedName } from './parsedName.ts';

type ListTopCompanies = typeof contract.ads.listTopCompanies;
type MatchType = OutputOf<ListTopCompanies>['companies'][number]['matchType'];

/** What advertisers are looked up with. */
export type DirectoryParts = Pick<ResearchParts, 'clickhouse' | 'names'>;

/** `ads.listTopCompanies`: advertisers by name or landing page domain, best match first. */
export function topCompaniesHandler(parts: ResearchParts): Handler<ListTopCompanies> {
  return async ({ input }) => {
    const found = await findAdvertisers(parts, parseName(input.name), input.limit);
    return {
      companies: found.map(({ closeness: close, ...row }) => ({
        name: row.name,
        adCount: row.ads,
        advertiserId: row.advertiser_id,
        brandLogo: row.brand_logo ?? logoOf(row.advertiser_id, parts.siteAddress()),
        totalReach: row.reach,
        platforms: row.platforms,
        matchType: matchTypeOf(close),
      })),
    };
  };
}

/** The stored names that may have been meant by one that is not stored, the nearest first. */
export async function nearestNames(parts: DirectoryParts, name: string, most: number): Promise<string[]> {
  const sought = parseName(name);
  const found = await findAdvertisers(parts, sought, most);
  if (found.length > 0 || sought.letters === '') return found.map((each) => each.name);
  return namesAlike(parts.clickhouse, nameKey(name), most);
}

interface FoundAdvertiser extends CountedAdvertiser {
  readonly closeness: number;
}

/** The best matches, with mistakes where there is room behind those without. */
export async function findAdvertisers(
  parts: DirectoryParts,
  sought: ParsedName,
  limit: number,
): Promise<FoundAdvertiser[]> {
  return counted(parts, bestOf(await matchesOf(parts, sought, limit), limit, byCloseness));
}

async function matchesOf(parts: DirectoryParts, sought: ParsedName, limit: number): Promise<Match[]> {
  const matches = await matchesSpelt(parts, sought);
  if (matches.length >= limit || !sought.mayBeMistaken) return matches;
  const found = new Set(matches.map(({ entry }) => entry));
  return [...matches, ...misspelt(await parts.names.entries(), sought, found)];
}

/** All advertisers whose names fit as they are spelt. */
export async function matchesSpelt({ clickhouse, names }: DirectoryParts, sought: ParsedName): Promise<Match[]> {
  const [entries, owners] = await Promise.all([names.entries(), ownersOf(clickhouse, sought.domains)]);
  return spelt(entries, sought, owners);
}

function byCloseness(one: Match, other: Match): number {
  return (
    one.closeness - other.closeness ||
    other.entry.ads - one.entry.ads ||
    byBytes(one.entry.name, other.entry.name)
  );
}

/** Sorts only what may be among the first: of a single letter, thousands of names fit. */
export function bestOf(
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

/** What these come to, in their order. */
export async function counted(
  { clickhouse }: DirectoryParts,
  matches: readonly Match[],
): Promise<FoundAdvertiser[]> {
  if (matches.length === 0) return [];
  const rows = await countedAdvertisers(
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
  return close < closeness.mistaken ? 'word' : 'fuzzy';
}
