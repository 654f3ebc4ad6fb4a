import type { Catalog } from '../ads/catalog.ts';
import { writeMarker } from '../ads/progressMarkers.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** What demo ads say they come from. */
export const demoSource = 'demo';
/** Noted in the index when the first load is done or not wanted any more: no later start loads the demo. */
export const demoMark = 'demo';
/** No library has ids of this length, so no other ad matches. */
const demoKeys = '^(meta:|tiktok:|linkedin:|google:CR)90[0-9]{18}$';

/** Removes all demo ads from the index, with advertisers that have no others; returns how many ads. */
export async function removeDemo(
  catalog: Pick<Catalog, 'removeAds'>,
  clickhouse: ClickHouse,
): Promise<number> {
  await writeMarker(clickhouse, demoMark, new Date());
  return catalog.removeAds({ keys: demoKeys, source: demoSource });
}
