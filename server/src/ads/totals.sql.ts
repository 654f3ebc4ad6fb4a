import type { ClickHouse, Parameters } from '../db/clickhouse/clickhouse.ts';
import {
  maxDigitsOfPage,
  minDigitsOfPageId,
  pagePlaceholderWords,
  placeholderWords,
} from '@magpie/contract/values/placeholderNames';
import { clippedSum } from './adExpressions.sql.ts';

const nameWords = String.raw`trimBoth(replaceRegexpAll(lowerUTF8(normalizeUTF8NFKC(name)), '[^\\p{L}\\p{M}\\p{N}\\p{So}]+', ' '))`;

const nameDigits = `replaceAll(${nameWords}, ' ', '')`;
const isNumber = String.raw`match(${nameWords}, '^[\\p{N} ]+$')`;

/** As `isPlaceholderName` of a name without a page, or of a page. Earlier versions recorded ads with such names. */
const isPlaceholder = `(empty(${nameWords})
  OR has(if(empty(external_ids), {placeholders:Array(String)}, {pagePlaceholders:Array(String)}), ${nameWords})
  OR ${isNumber} AND multiIf(empty(external_ids), lengthUTF8(${nameDigits}) > 4,
    lengthUTF8(${nameDigits}) > ${maxDigitsOfPage} OR lengthUTF8(${nameDigits}) >= ${minDigitsOfPageId} AND has(external_ids, ${nameDigits})))`;
const placeholderParameters = { placeholders: placeholderWords, pagePlaceholders: pagePlaceholderWords };

/** Placeholders whose ads are still counted. */
export async function countedPlaceholders(clickhouse: ClickHouse) {
  const rows = await clickhouse.read<{ id: number }>(
    `SELECT advertiser_id AS id FROM advertisers FINAL
     WHERE alias_of = 0 AND ${isPlaceholder}
       AND advertiser_id GLOBAL IN (SELECT advertiser_id FROM advertiser_totals FINAL WHERE ads > 0)`,
    placeholderParameters,
  );
  return rows.map(({ id }) => id);
}

const maxDomains = 1000;

/**
 * Updates the totals of these advertisers and their aliases. An advertiser without ads has zero totals. So has a placeholder,
 * which no list must contain.
 */
export async function updateTotals(clickhouse: ClickHouse, advertiserIds: readonly number[]) {
  await countTotals(clickhouse, 'SELECT arrayJoin({advertiserIds:Array(UInt64)})', { advertiserIds });
}

export async function hasAdsSince(clickhouse: ClickHouse, since: Date) {
  const rows = await clickhouse.read('SELECT 1 FROM ads WHERE recorded_at >= {since:DateTime64(3)} LIMIT 1', {
    since,
  });
  return rows.length > 0;
}

export async function countTotalsSince(clickhouse: ClickHouse, since: Date) {
  await countTotals(
    clickhouse,
    'SELECT DISTINCT advertiser_id FROM ads WHERE recorded_at >= {since:DateTime64(3)}',
    { since },
  );
}

/** Id, name, key and first name of the advertiser and of each alias; the first name is empty if it is the name. */
const namesOfAdvertiser = `arrayJoin(arrayConcat(
  [(advertiser_id, name, name_key, arrayFirst(each -> each.1 = advertiser_id, names).2)],
  arrayMap(each -> (each.1, each.2, each.3, ''), arrayFilter(each -> each.1 != advertiser_id, names))))`;

async function countTotals(clickhouse: ClickHouse, touched: string, parameters: Parameters) {
  await clickhouse.write(
    `INSERT INTO advertiser_totals (advertiser_id, ads, reach, platforms, domains, name, name_key, first_name, alias_of,
       brand_logo, built_at)
     SELECT names.named.1, if(names.isPlaceholder, 0, ads), if(names.isPlaceholder, 0, reach), platforms, domains, names.named.2, names.named.3, names.named.4,
       if(names.named.1 = totals.advertiser_id, 0, totals.advertiser_id), names.brand_logo, {builtAt:DateTime64(3)}
     FROM (
       SELECT advertiser_id, countIf(isAd) AS ads, ${clippedSum('reach')} AS reach,
         arraySort(groupUniqArrayArray(found.platforms)) AS platforms,
         arraySort(groupUniqArray(${maxDomains})(landing_page_domain)) AS domains
       FROM (
         SELECT advertiser_id, 1 AS isAd, reach, platforms, landing_page_domain
         FROM ads FINAL
         WHERE advertiser_id GLOBAL IN (${touched})
         UNION ALL
         SELECT touched.1, 0, NULL, [], NULL FROM (SELECT tuple(*) AS touched FROM (${touched}))
       ) AS found
       GROUP BY advertiser_id
     ) AS totals
     GLOBAL INNER JOIN (
       SELECT advertiser_id, brand_logo, ${namesOfAdvertiser} AS named, ${isPlaceholder} AS isPlaceholder
       FROM advertisers FINAL
       WHERE advertiser_id GLOBAL IN (${touched}) AND alias_of = 0
     ) AS names USING (advertiser_id)`,
    { ...parameters, ...placeholderParameters, builtAt: new Date() },
  );
}
