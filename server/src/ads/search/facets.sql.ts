import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { isActive } from '../adExpressions.sql.ts';
import type { CurrentRows } from './currentRows.sql.ts';

/** Facets of which `ads.facet_values` has the values of each ad, as `formats:video`. */
export type StoredFacet =
  | 'formats'
  | 'mediaTypes'
  | 'adTypes'
  | 'languages'
  | 'ctaTypes'
  | 'platforms'
  | 'countries'
  | 'tagDefinitionIds';

/** Counted by advertiser. `all` has one value: the number of ads and of groups of duplicates. */
type AdvertiserFacet = 'advertiserIds' | 'categories' | 'statuses' | 'all';

export interface FacetValue<Facet extends string> {
  readonly facet: Facet;
  readonly value: string;
  readonly ads: number;
}

/** Of `all`, with the number of groups of duplicates. */
export type AdvertiserFacetValue = FacetValue<AdvertiserFacet> & { readonly groups: number };

export const maxFacetValues = 200;

export function countStoredFacets(clickhouse: ClickHouse, { rows, parameters }: CurrentRows) {
  return clickhouse.read<FacetValue<StoredFacet>>(
    `SELECT substring(entry, 1, position(entry, ':') - 1) AS facet, substring(entry, position(entry, ':') + 1) AS value, ads
     FROM (
       SELECT arrayJoin(facet_values) AS entry, count() AS ads
       FROM ${rows}
       GROUP BY entry
     )
     ORDER BY ads DESC, value
     LIMIT ${maxFacetValues} BY facet`,
    parameters,
  );
}

/** Categories belong to advertisers, and a group of duplicates has one advertiser. */
export function countAdvertiserFacets(clickhouse: ClickHouse, { rows, parameters }: CurrentRows) {
  return clickhouse.read<AdvertiserFacetValue>(
    `SELECT entry.1 AS facet, entry.2 AS value, sum(entry.3) AS ads, sum(if(facet = 'all', duplicate_groups, 0)) AS groups
     FROM (
       SELECT duplicate_groups, arrayJoin(arrayConcat(
         [('all', '', all_ads), ('statuses', 'active', active_ads), ('statuses', 'inactive', toUInt64(all_ads - active_ads)),
          ('advertiserIds', toString(advertiser_id), all_ads)],
         arrayMap(each -> ('categories', CAST(each, 'String'), all_ads), categories))) AS entry
       FROM (
         SELECT advertiser_id, count() AS all_ads, countIf(${isActive}) AS active_ads,
           uniqExact(duplicate_key) AS duplicate_groups
         FROM ${rows}
         GROUP BY advertiser_id
       ) AS counts
       GLOBAL LEFT JOIN (
         SELECT advertiser_id, categories FROM advertisers FINAL WHERE notEmpty(categories)
       ) AS advertisers_in_categories USING (advertiser_id)
     )
     WHERE entry.3 > 0
     GROUP BY facet, value
     ORDER BY ads DESC, value
     LIMIT ${maxFacetValues} BY facet`,
    parameters,
  );
}
