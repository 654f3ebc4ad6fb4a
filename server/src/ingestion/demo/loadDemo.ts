import { randomUUID } from 'node:crypto';
import { OpenAd } from '@magpie/contract';
import type { RecordCounts } from '../../ads/catalog.ts';
import { demoAds } from '@magpie/demo/demoAds';
import { addRecorded, type AdWriter, nothingRecorded } from '../importing/adWriter.ts';
import { demoSource } from './removeDemo.ts';

/** Generating, checking and enriching a batch blocks the event loop: small ones keep the service responsive. */
const adsInBatch = 1000;

export interface DemoLoad {
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
