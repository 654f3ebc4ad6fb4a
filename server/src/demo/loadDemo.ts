import { OpenAd } from '@magpie/contract';
import type { Recorded, Sighting } from '../catalog/catalog.ts';
import { demoAds } from './demoAds.ts';

const adsInBatch = 5000;

/** Where they go: the catalog here, or that of a running server. */
interface Destination {
  recordAds(ads: readonly OpenAd[], sighting: Sighting): Promise<Recorded>;
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
  const { ads, today, stopping, progress } = load;
  const total = { created: 0, updated: 0, unchanged: 0 };
  let batch: OpenAd[] = [];
  let recorded = 0;
  const record = async (): Promise<void> => {
    const result = await destination.recordAds(batch, {
      source: 'demo',
      seenAt: new Date(`${today}T00:00:00Z`),
    });
    recorded += batch.length;
    batch = [];
    total.created += result.created;
    total.updated += result.updated;
    total.unchanged += result.unchanged;
    progress?.(recorded);
  };
  for (const ad of demoAds({ ads, today })) {
    batch.push(OpenAd.parse(ad));
    if (batch.length === adsInBatch) await record();
    if (stopping.aborted) return total;
  }
  if (batch.length > 0) await record();
  await destination.settle();
  return total;
}
