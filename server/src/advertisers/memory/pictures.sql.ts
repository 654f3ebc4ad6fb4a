import type { Matching } from '../../ads/conditions.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { AdPictures } from './creativeTests.ts';

/** Only pictures of ads that were saved or shown are known. */
export async function readPictures(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
): Promise<AdPictures> {
  const creativesOfAds = `SELECT hash, arrayJoin(creatives) AS creative FROM ads FINAL WHERE ${condition}`;
  const rows = await clickhouse.read<{ hash: string; pdqs: string[] }>(
    `SELECT hash, arraySort(groupUniqArray(pdq)) AS pdqs
     FROM (${creativesOfAds}) AS own
     GLOBAL INNER JOIN (
       SELECT creative, pdq
       FROM picture_hashes FINAL
       WHERE creative GLOBAL IN (SELECT creative FROM (${creativesOfAds}))
     ) AS known USING (creative)
     GROUP BY hash`,
    parameters,
  );
  return new Map(rows.map(({ hash, pdqs }) => [hash, pdqs]));
}
