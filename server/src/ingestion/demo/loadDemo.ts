import { demoIds } from '@magpie/contract/limits';
import type { Catalog, RecordCounts } from '../../ads/catalog.ts';
import { writeMarker } from '../../ads/progressMarkers.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { FetchResponse, SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import type { DemoImage } from '@magpie/demo/images';
import { mediaHost } from '@magpie/demo/demoSeed';
import { randomUUID } from 'node:crypto';
import { OpenAd } from '@magpie/contract';
import { demoAds } from '@magpie/demo/demoAds';
import { addRecorded, type AdWriter, nothingRecorded } from '../importing/adWriter.ts';

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

export function isDemoAddress(address: string): boolean {
  return address.startsWith(`${mediaHost}/`);
}

export function withDemoImages(fetch: SafeFetch): SafeFetch {
  return async (address, options) => {
    if (!isDemoAddress(address)) return fetch(address, options);
    options.signal?.throwIfAborted();
    // Loaded on first use, so that startup is not delayed.
    const { renderDemoImage } = await import('@magpie/demo/images');
    return toResponse(address, await renderDemoImage(new URL(address).pathname));
  };
}

function toResponse(address: string, picture: DemoImage | null): FetchResponse {
  const noPicture = { contentType: 'text/plain', bytes: Buffer.from('The demo has no video.') };
  const { contentType, bytes } = picture ?? noPicture;
  const status = picture === null ? 404 : 200;
  return { status, address, contentType, headers: { 'content-type': contentType }, bytes };
}

const adsInBatch = 5000;

interface DemoLoad {
  readonly ads: number;
  readonly today: string;
  readonly stopping: AbortSignal;
  readonly progress?: (ads: number) => void;
}

/** Loads demo ads into the index. Stopping keeps the loaded ones; loading again changes nothing. */
export async function loadDemo(
  writer: AdWriter,
  { ads, today, stopping, progress }: DemoLoad,
): Promise<RecordCounts> {
  const importId = randomUUID();
  const sighting = { source: demoSource, seenAt: new Date(`${today}T00:00:00Z`), importId };
  let total = nothingRecorded;
  let loaded = 0;
  try {
    for (const batch of generateBatches(ads, today)) {
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

function* generateBatches(ads: number, today: string): Generator<OpenAd[]> {
  let batch: OpenAd[] = [];
  for (const ad of demoAds({ ads, today })) {
    batch.push(OpenAd.parse(ad));
    if (batch.length < adsInBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
