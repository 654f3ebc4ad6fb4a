import { listDamage } from '../ads/indexHealth.ts';
import { hasOtherAds, readMarker, writeMarker } from '../ads/progressMarkers.sql.ts';
import { demoMarker, demoSource } from '../ingestion/demo/loadDemo.ts';
import type { Instance } from '../app.ts';

export class FirstDemo {
  /** True until the demo is loaded or turns out not to be needed. */
  isLoading: boolean;
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
    this.isLoading = instance.config.demoAds > 0;
  }

  /** After an interruption, the next start continues. */
  async load(stopping: AbortSignal, print: (text: string) => void): Promise<void> {
    const { clickhouse, config, index } = this.#instance;
    if (this.isLoading && (await this.#isNeeded())) {
      print(`Loading ${config.demoAds} demo ads into the empty index (set MAGPIE_DEMO_ADS=0 to skip).`);
      const { loadDemo } = await import('../ingestion/demo/loadDemo.ts');
      const today = new Date().toISOString().slice(0, 10);
      await loadDemo(index.catalog, { ads: config.demoAds, today, stopping });
      if (!stopping.aborted) await writeMarker(clickhouse, demoMarker, new Date());
    }
    this.isLoading = false;
  }

  async #isNeeded(): Promise<boolean> {
    const { clickhouse, db } = this.#instance;
    // A damaged index that lost its ads looks like an empty one.
    if ((await listDamage(db)).length > 0) return false;
    return (
      (await readMarker(clickhouse, demoMarker)) === null && !(await hasOtherAds(clickhouse, demoSource))
    );
  }
}
