import { OpenAd } from '@magpie/contract';
import { randomUUID } from 'node:crypto';
import { advertisersById } from '../../ads/ads.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { AdWriter } from '../importing/adWriter.ts';
import { runningAdsAfter } from './confirmDemo.sql.ts';
import { demoKeys, demoSource } from './loadDemo.ts';

const adsPerPage = 1000;

interface DemoParts {
  readonly clickhouse: ClickHouse;
  readonly writer: AdWriter;
}

/**
 * No library shows demo ads again, so those that run are confirmed here; otherwise they would count as last seen 14 days
 * after they were loaded. Returns their number.
 */
export async function confirmDemo({ clickhouse, writer }: DemoParts, today: string, stopping: AbortSignal) {
  const importId = randomUUID();
  const sighting = { source: demoSource, seenAt: new Date(`${today}T00:00:00Z`), fillOnly: true, importId };
  let confirmed = 0;
  let after = { advertiserId: 0, hash: '' };
  while (!stopping.aborted) {
    const page = await runningAdsAfter(clickhouse, after, { keys: demoKeys, today, limit: adsPerPage });
    const last = page.at(-1);
    if (last === undefined) break;
    const rows = await advertisersById(clickhouse, [...new Set(page.map((ad) => ad.advertiserId))]);
    const names = new Map(rows.map((row) => [row.advertiser_id, row.name]));
    const ads = page.map(({ key, platforms, advertiserId }) =>
      OpenAd.parse({ key, platforms, advertiser: { name: names.get(advertiserId) } }),
    );
    await writer.recordAds(ads, sighting);
    confirmed += ads.length;
    after = last;
  }
  if (confirmed > 0) await writer.endImport(importId);
  return confirmed;
}

/** For a job that runs more often than once a day, so that a service that is started for an hour confirms its ads too. */
export function confirmDemoDaily(parts: DemoParts, today: () => string) {
  let confirmedOn: string | null = null;
  return async (stopping: AbortSignal): Promise<number> => {
    const day = today();
    if (day === confirmedOn) return 0;
    const confirmed = await confirmDemo(parts, day, stopping);
    if (!stopping.aborted) confirmedOn = day;
    return confirmed;
  };
}
