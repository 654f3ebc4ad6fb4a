import type { contract, OutputOf } from '@magpie/contract';
import { logoOf } from '../catalog/presentation.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Handler } from '../kernel/procedure.ts';
import { closeness } from './closeness.sql.ts';
import { advertisersLike, namesAlike } from './directory.sql.ts';
import type { ResearchParts } from './research.ts';
import { soughtFor } from './sought.ts';

type ListTopCompanies = typeof contract.ads.listTopCompanies;
type MatchType = OutputOf<ListTopCompanies>['companies'][number]['matchType'];

/** `ads.listTopCompanies`: advertisers by name or landing page domain, best match first. */
export function topCompaniesHandler(parts: ResearchParts): Handler<ListTopCompanies> {
  return async ({ input }) => {
    const found = await advertisersLike(parts.clickhouse, soughtFor(input.name), input.limit);
    return {
      companies: found.map((row) => ({
        name: row.name,
        adCount: row.ads,
        advertiserId: row.advertiser_id,
        brandLogo: row.brand_logo ?? logoOf(row.advertiser_id, parts.siteAddress()),
        totalReach: row.reach,
        platforms: row.platforms,
        matchType: matchTypeOf(row.closeness),
      })),
    };
  };
}

function matchTypeOf(close: number): MatchType {
  if (close < closeness.prefix) return 'exact';
  if (close < closeness.words) return 'prefix';
  return close < closeness.misspelt ? 'word' : 'fuzzy';
}

/** The stored names that may have been meant by one that is not stored, the nearest first. */
export async function nearestNames(clickhouse: ClickHouse, name: string, most: number): Promise<string[]> {
  const sought = soughtFor(name);
  const found = await advertisersLike(clickhouse, sought, most);
  return found.length > 0 ? found.map((row) => row.name) : namesAlike(clickhouse, sought.letters, most);
}
