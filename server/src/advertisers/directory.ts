import type { contract, OutputOf } from '@magpie/contract';
import { logoOf } from '../catalog/presentation.ts';
import { byBytes } from '../catalog/textOrder.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Handler } from '../kernel/procedure.ts';
import {
  advertisersSpelt,
  candidatesFor,
  closeness,
  countedAdvertisers,
  namesAlike,
  type Candidate,
  type FoundAdvertiser,
} from './directory.sql.ts';
import { mistakesFrom } from './mistakes.ts';
import type { ResearchParts } from './research.ts';
import { soughtFor, type Sought } from './sought.ts';

type ListTopCompanies = typeof contract.ads.listTopCompanies;
type MatchType = OutputOf<ListTopCompanies>['companies'][number]['matchType'];

/** `ads.listTopCompanies`: advertisers by name or landing page domain, best match first. */
export function topCompaniesHandler(parts: ResearchParts): Handler<ListTopCompanies> {
  return async ({ input }) => {
    const matches = await findAdvertisers(parts.clickhouse, soughtFor(input.name), input.limit);
    return {
      companies: matches.map((match) => ({
        name: match.name,
        adCount: match.ads,
        advertiserId: match.advertiser_id,
        brandLogo: match.brand_logo ?? logoOf(match.advertiser_id, parts.siteAddress()),
        totalReach: match.reach,
        platforms: match.platforms,
        matchType: matchTypeOf(match.closeness),
      })),
    };
  };
}

/** The stored names that may have been meant by one that is not stored, the nearest first. */
export async function nearestNames(clickhouse: ClickHouse, name: string, most: number): Promise<string[]> {
  const sought = soughtFor(name);
  const matches = await findAdvertisers(clickhouse, sought, most);
  if (matches.length > 0 || sought.letters === '') return matches.map((each) => each.name);
  return namesAlike(clickhouse, sought.letters, most);
}

/** So many are compared here; more fit only what is short, and are ranked by the engine as they are spelt. */
const mostCompared = 10_000;

/** The best matches, with mistakes where there is room behind those without. */
export async function findAdvertisers(
  clickhouse: ClickHouse,
  sought: Sought,
  limit: number,
): Promise<FoundAdvertiser[]> {
  const best = (await allCandidates(clickhouse, sought, limit)).toSorted(byCloseness).slice(0, limit);
  if (best.length === 0) return [];
  const closenessOf = new Map(best.map((each) => [each.advertiser_id, each.closeness]));
  const rows = await countedAdvertisers(clickhouse, sought, [...closenessOf.keys()]);
  return rows
    .map((row) =>
      Object.assign(row, { closeness: Math.max(row.closeness, closenessOf.get(row.advertiser_id) ?? 0) }),
    )
    .filter((row) => row.closeness !== closeness.notFound) // It fitted by a domain that it no longer has.
    .toSorted(byCloseness);
}

async function allCandidates(clickhouse: ClickHouse, sought: Sought, limit: number): Promise<Candidate[]> {
  const { pairs } = sought;
  if (pairs === null || pairs.areFew) {
    const spelt = await advertisersSpelt(clickhouse, sought, limit);
    if (pairs === null || spelt.length === limit) return spelt;
  }
  const candidates = await candidatesFor(clickhouse, sought, pairs, mostCompared);
  if (candidates.length === mostCompared) return advertisersSpelt(clickhouse, sought, limit);
  const newest = newestOfEach(candidates);
  const spelt = newest.filter((each) => each.closeness < closeness.notFound);
  return spelt.length < limit ? [...spelt, ...withMistakes(sought, newest)] : spelt;
}

/** An advertiser whose rows wait for their merge is one. */
function newestOfEach(candidates: readonly Candidate[]): Candidate[] {
  const newest = new Map<number, Candidate>();
  for (const each of candidates) {
    const other = newest.get(each.advertiser_id);
    if (other === undefined || other.counted_at < each.counted_at) newest.set(each.advertiser_id, each);
  }
  return [...newest.values()];
}

/** Behind all that fits as it is spelt; the fewer mistakes, the better. */
function withMistakes(sought: Sought, candidates: readonly Candidate[]): Candidate[] {
  const mistakesIn = mistakesFrom(sought);
  return candidates.flatMap((each) => {
    const mistakes = each.closeness < closeness.notFound ? null : mistakesIn(each.name_words);
    return mistakes === null ? [] : [{ ...each, closeness: closeness.notFound + mistakes }];
  });
}

type Ranked = Pick<Candidate, 'closeness' | 'ads' | 'name'>;

function byCloseness(one: Ranked, other: Ranked): number {
  return one.closeness - other.closeness || other.ads - one.ads || byBytes(one.name, other.name);
}

function matchTypeOf(close: number): MatchType {
  if (close < closeness.prefix) return 'exact';
  if (close === closeness.prefix) return 'prefix';
  return close < closeness.notFound ? 'word' : 'fuzzy';
}
