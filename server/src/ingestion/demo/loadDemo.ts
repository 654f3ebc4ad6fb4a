import { demoIds } from '@magpie/contract/limits';
import type { Catalog, RecordCounts } from '../../ads/catalog.ts';
import { writeMarker } from '../../ads/progressMarkers.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { randomUUID } from 'node:crypto';
import { OpenAd } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { keepCopy } from '@magpie/sources/mapping/copy';
import { addRecorded, type AdWriter, nothingRecorded } from '../importing/adWriter.ts';

export const demoSource = 'demo';
/** Set in the index once the demo was loaded or declined, so that later starts do not load it. */
export const demoMarker = 'demo';
export const demoKeys = `^(meta:|tiktok:|linkedin:|google:CR)${demoIds}`;

export async function removeDemo(
  catalog: Pick<Catalog, 'removeAds'>,
  clickhouse: ClickHouse,
  isLoading = false,
): Promise<number> {
  if (isLoading) {
    throw new MagpieError('CONFLICT', 'Demo ads are still being loaded; remove them when that is done.');
  }
  await writeMarker(clickhouse, demoMarker, new Date());
  return catalog.removeAds({ keys: demoKeys, source: demoSource });
}

/** Generating, checking and enriching a batch blocks the event loop: small ones keep the service responsive. */
const adsInBatch = 1000;

/** Loads demo ads into the index. Stopping keeps the loaded ones; loading again changes nothing. */
export async function loadDemo(
  writer: AdWriter,
  load: { ads: number; today: string; stopping: AbortSignal; progress?: (ads: number) => void },
): Promise<RecordCounts> {
  const { ads, today, stopping, progress } = load;
  const importId = randomUUID();
  const sighting = { source: demoSource, seenAt: new Date(`${today}T00:00:00Z`), importId };
  let total = nothingRecorded;
  let loaded = 0;
  try {
    // Loaded on first use, so that startup is not delayed.
    const { demoAds } = await import('@magpie/demo/demoAds');
    for (const batch of splitIntoBatches(demoAds({ ads, today }))) {
      if (stopping.aborted) return total;
      total = addRecorded(total, await writer.recordAds(batch, sighting));
      loaded += batch.length;
      progress?.(loaded);
    }
  } finally {
    await writer.endImport(importId);
  }
  if (!stopping.aborted) await writer.optimize();
  return total;
}

function* splitIntoBatches(ads: Iterable<unknown>): Generator<OpenAd[]> {
  let batch: OpenAd[] = [];
  for (const ad of ads) {
    // As the importer does, so that an imported export of the demo equals it.
    batch.push(keepCopy(OpenAd.parse(ad)));
    if (batch.length < adsInBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
