import { randomUUID } from 'node:crypto';
import { OpenAd } from '@magpie/contract';
import type { Recorded, Sighting } from '../ads/catalog.ts';
import { demoAds } from './demoAds.ts';
import { demoSource } from './removeDemo.ts';

const adsInBatch = 5000;

/** Where they go: the catalog here, or that of a running server. */
interface Destination {
  recordAds(ads: readonly OpenAd[], sighting: Sighting): Promise<Recorded>;
  endImport(importId: string): Promise<void>;
  settle(): Promise<void>;
}

export interface DemoLoad {
  readonly ads: number;
  /** The day from which the ads are seen. */
  readonly today: string;
  readonly stopping: AbortSignal;
  /** Told after each batch how many are in. */
  readonly progress?: (ads: number) => void;
}

/** Puts demo ads into the index; stopped, it leaves those that are in. Loading them again changes nothing. */
export async function loadDemo(destination: Destination, load: DemoLoad): Promise<Recorded> {
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
  if (!load.stopping.aborted) await destination.settle();
  return total;
}

/** What became of each batch. */
async function* recordDemo(
  destination: Destination,
  { ads, today, stopping, progress }: DemoLoad,
  importId: string,
): AsyncGenerator<Recorded> {
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
