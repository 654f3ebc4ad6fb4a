/**
 * GoogleSQL for `google_ads_transparency_center.creative_stats`. The table has no partitions: BigQuery bills all rows of
 * the selected columns, whatever the filter. The address of a creative is not selected, since it follows from the ids.
 */

export interface CreativeFilter {
  readonly advertiser: string | null;
  readonly advertiserIds: readonly string[];
  /** The first day on which the creatives may have been shown last: `2026-01-31`. */
  readonly from: string;
}

export function selectCreatives({ advertiser, advertiserIds, from }: CreativeFilter) {
  return {
    query: `
      SELECT advertiser_id, creative_id, ad_format_type, advertiser_disclosed_name, advertiser_legal_name, topic,
             ARRAY(
               SELECT AS STRUCT region.region_code, region.first_shown, region.last_shown,
                      region.times_shown_start_date, region.times_shown_end_date,
                      region.times_shown_lower_bound, region.times_shown_upper_bound,
                      STRUCT(ARRAY(
                        SELECT AS STRUCT entry.surface
                        FROM UNNEST(region.surface_serving_stats.surface_serving_stats) AS entry
                      ) AS surface_serving_stats) AS surface_serving_stats
               FROM UNNEST(region_stats) AS region
             ) AS region_stats,
             audience_selection_approach_info
      FROM \`bigquery-public-data.google_ads_transparency_center.creative_stats\`
      WHERE (advertiser_id IN UNNEST(@advertiserIds)
             OR LOWER(advertiser_disclosed_name) = LOWER(@advertiser)
             OR LOWER(advertiser_legal_name) = LOWER(@advertiser))
        AND EXISTS (
          SELECT 1 FROM UNNEST(region_stats) AS region WHERE CAST(region.last_shown AS STRING) >= @from
        )`,
    parameterMode: 'NAMED',
    queryParameters: [
      textParameter('advertiser', advertiser),
      textParameter('from', from),
      {
        name: 'advertiserIds',
        parameterType: { type: 'ARRAY', arrayType: { type: 'STRING' } },
        parameterValue: { arrayValues: advertiserIds.map((value) => ({ value })) },
      },
    ],
  };
}

function textParameter(name: string, value: string | null) {
  return { name, parameterType: { type: 'STRING' }, parameterValue: { value } };
}
