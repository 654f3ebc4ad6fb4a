import { listDamage } from '../ads/indexHealth.ts';
import { hasOtherAds, readMarker, writeMarker } from '../ads/progressMarkers.sql.ts';
import { demoMark, demoSource } from '../demo/removeDemo.ts';
import type { Instance } from '../instance.ts';

/** Fills an empty index at the first start, so that there is something to look at. */
export class FirstDemo {
  /** True until it is known that nothing is to be loaded, or it is loaded. */
  isLoading: boolean;
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
    this.isLoading = instance.config.demoAds > 0;
  }

  /** Cut off by a kill or a signal, the next start goes on with it. */
  async load(stopping: AbortSignal, print: (text: string) => void): Promise<void> {
    const { clickhouse, config, index } = this.#instance;
    if (this.isLoading && (await this.#isWanted())) {
      print(`Loading ${config.demoAds} demo ads into the empty index (MAGPIE_DEMO_ADS=0 for none).`);
      const { loadDemo } = await import('../demo/loadDemo.ts');
      const today = new Date().toISOString().slice(0, 10);
      await loadDemo(index.catalog, { ads: config.demoAds, today, stopping });
      if (!stopping.aborted) await writeMarker(clickhouse, demoMark, new Date());
    }
    this.isLoading = false;
  }

  async #isWanted(): Promise<boolean> {
    const { clickhouse, db } = this.#instance;
    // An index that lost its ads looks like a new one.
    if ((await listDamage(db)).length > 0) return false;
    return (await readMarker(clickhouse, demoMark)) === null && !(await hasOtherAds(clickhouse, demoSource));
  }
}
