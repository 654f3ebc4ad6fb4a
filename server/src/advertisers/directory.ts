import type { contract, OutputOf } from '@magpie/contract';
import { logoOf } from '../catalog/presentation.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Handler } from '../kernel/procedure.ts';
import {
  advertisersSpelt,
  candidatesFor,
  closeness,
  countedAdvertisers,
  namesAlike,
  namesSpelt,
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
  return matches.length > 0 ? matches.map((each) => each.name) : namesAlike(clickhouse, sought.letters, most);
}

/** So many may be ranked here, where mistakes are counted; the engine ranks any number. */
const mostRanked = 1000;

/** Names as they are spelt and names with mistakes are asked for at once: few find more than there is room for. */
export async function findAdvertisers(
  clickhouse: ClickHouse,
  sought: Sought,
  limit: number,
): Promise<FoundAdvertiser[]> {
  if (sought.pairs === null) return advertisersSpelt(clickhouse, sought, limit);
  const [spelt, candidates] = await Promise.all([
    namesSpelt(clickhouse, sought, mostRanked),
    candidatesFor(clickhouse, sought.pairs),
  ]);
  if (spelt.length === mostRanked) return advertisersSpelt(clickhouse, sought, limit);
  const closenessOf = new Map(mistaken(sought, candidates));
  for (const each of spelt) closenessOf.set(each.advertiser_id, each.closeness);
  const best = [...closenessOf].toSorted(([id, one], [otherId, other]) => one - other || id - otherId);
  if (best.length === 0) return [];
  const ids = best.slice(0, mostRanked).map(([id]) => id);
  const rows = await countedAdvertisers(clickhouse, ids);
  const found = rows.map((row) => Object.assign(row, { closeness: closenessOf.get(row.advertiser_id) ?? 0 }));
  return found.toSorted(byCloseness).slice(0, limit);
}

function byCloseness(one: FoundAdvertiser, other: FoundAdvertiser): number {
  return one.closeness - other.closeness || other.ads - one.ads || byBytes(one.name, other.name);
}

/** Behind all that fits as it is spelt; the fewer mistakes, the better. */
function* mistaken(
  sought: Sought,
  candidates: readonly Candidate[],
): Iterable<[id: number, closeness: number]> {
  const mistakesIn = mistakesFrom(sought);
  for (const { advertiser_id: id, name_words: words } of candidates) {
    const mistakes = mistakesIn(words);
    if (mistakes !== null) yield [id, closeness.notFound + mistakes];
  }
}

function matchTypeOf(close: number): MatchType {
  if (close < closeness.prefix) return 'exact';
  if (close === closeness.prefix) return 'prefix';
  return close < closeness.notFound ? 'word' : 'fuzzy';
}

/** As the engine compares texts. */
function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
