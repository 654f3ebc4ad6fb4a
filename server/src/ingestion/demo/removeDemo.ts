import { demoIds } from '@magpie/contract/limits';
import type { Catalog } from '../../ads/catalog.ts';
import { writeMarker } from '../../ads/progressMarkers.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';

export const demoSource = 'demo';
/** Set in the index once the demo was loaded or declined, so that later starts do not load it. */
export const demoMarker = 'demo';
const demoKeys = `^(meta:|tiktok:|linkedin:|google:CR)${demoIds}`;

export async function removeDemo(
  catalog: Pick<Catalog, 'removeAds'>,
  clickhouse: ClickHouse,
): Promise<number> {
  await writeMarker(clickhouse, demoMarker, new Date());
  return catalog.removeAds({ keys: demoKeys, source: demoSource });
}
