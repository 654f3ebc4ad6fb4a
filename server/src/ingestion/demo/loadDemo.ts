import { randomUUID } from 'node:crypto';
import { OpenAd } from '@magpie/contract';
import type { RecordCounts, Sighting } from '../../ads/catalog.ts';
import { demoAds } from '@magpie/demo/demoAds';
import { demoSource } from './removeDemo.ts';

const adsInBatch = 5000;

/** The local catalog, or that of a running server. */
interface Destination {
  recordAds(ads: readonly OpenAd[], sighting: Sighting): Promise<RecordCounts>;
  endImport(importId: string): Promise<void>;
  optimize(): Promise<void>;
}

export interface DemoLoad {
  readonly ads: number;
  /** The day on which the ads are seen. */
  readonly today: string;
  readonly stopping: AbortSignal;
  /** Called after each batch with the number of loaded ads. */
  readonly progress?: (ads: number) => void;
}

/** Loads demo ads into the index. Stopping keeps the loaded ones; loading again changes nothing. */
export async function loadDemo(destination: Destination, load: DemoLoad): Promise<RecordCounts> {
  const importId = randomUUID();
  const total = { created: 0, updated: 0, unchanged: 0 };
  try {
    for await (const recorded of recordDemo(destination, load, importId)) {
      total.created += recorded.created;
      total.updated += recorded.updated;
      total.unchanged += recorded.unchanged;
    }
  } finally {
    await destination.endImport(importId);
  }
  if (!load.stopping.aborted) await destination.optimize();
  return total;
}

/** Yields the result of each batch. */
async function* recordDemo(
  destination: Destination,
  { ads, today, stopping, progress }: DemoLoad,
  importId: string,
): AsyncGenerator<RecordCounts> {
  const sighting = { source: demoSource, seenAt: new Date(`${today}T00:00:00Z`), importId };
  let recorded = 0;
  for (const batch of batchesOf(ads, today)) {
    if (stopping.aborted) return;
    yield await destination.recordAds(batch, sighting);
    recorded += batch.length;
    progress?.(recorded);
  }
}

function* batchesOf(ads: number, today: string): Generator<OpenAd[]> {
  let batch: OpenAd[] = [];
  for (const ad of demoAds({ ads, today })) {
    batch.push(OpenAd.parse(ad));
    if (batch.length < adsInBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
