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
  type CountedAdvertiser,
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
  return matches.length > 0 ? matches.map((each) => each.name) : namesAlike(clickhouse, sought.letters, most);
}

/** So many are compared here; more fit only what is short, and are ranked by the engine as they are spelt. */
const mostCompared = 10_000;

interface FoundAdvertiser extends CountedAdvertiser {
  readonly closeness: number;
}

/** The best matches, with mistakes where there is room behind those without. */
export async function findAdvertisers(
  clickhouse: ClickHouse,
  sought: Sought,
  limit: number,
): Promise<FoundAdvertiser[]> {
  const best = bestOf(await allCandidates(clickhouse, sought, limit), limit);
  if (best.size === 0) return [];
  const rows = await countedAdvertisers(clickhouse, [...best.keys()]);
  const found = rows.map((row) => Object.assign(row, { closeness: best.get(row.advertiser_id) ?? 0 }));
  return found.toSorted(byCloseness);
}

async function allCandidates(clickhouse: ClickHouse, sought: Sought, limit: number): Promise<Candidate[]> {
  const { pairs } = sought;
  if (pairs === null || pairs.areFew) {
    const spelt = await advertisersSpelt(clickhouse, sought, limit);
    if (pairs === null || spelt.length === limit) return spelt;
  }
  const candidates = await candidatesFor(clickhouse, sought, pairs, mostCompared);
  if (candidates.length === mostCompared) return advertisersSpelt(clickhouse, sought, limit);
  const spelt = candidates.filter((each) => each.closeness < closeness.notFound);
  return spelt.length < limit ? [...spelt, ...withMistakes(sought, candidates)] : spelt;
}

/** How close each of the best is; one with several rows counts once. */
function bestOf(candidates: readonly Candidate[], limit: number): Map<number, number> {
  const best = new Map<number, number>();
  for (const each of candidates.toSorted(byCloseness)) {
    if (best.size === limit) break;
    if (!best.has(each.advertiser_id)) best.set(each.advertiser_id, each.closeness);
  }
  return best;
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
