import { listDamage } from '../ads/indexHealth.ts';
import { hasOtherAds, readMarker, writeMarker } from '../ads/progressMarkers.sql.ts';
import { demoMarker, demoSource } from '../ingestion/demo/loadDemo.ts';
import { formatCount } from '../ingestion/importing/progress.ts';
import type { DemoProgress } from '../system/system.ts';
import type { Instance } from '../app.ts';
import type { StartDisplay } from './startDisplay.ts';

/** Loads the demo ads of the first start while the service already runs. */
export class FirstDemo {
  /** Null unless the ads are being loaded. */
  progress: DemoProgress | null = null;
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** Whether to call `load`. Until that ends, the ads count as being loaded. */
  async prepare(): Promise<boolean> {
    const isNeeded = this.#instance.config.demoAds > 0 && (await this.#isIndexEmpty());
    if (isNeeded) this.progress = { loaded: 0, total: this.#instance.config.demoAds };
    return isNeeded;
  }

  /** After an interruption, the next start continues. */
  async load(stopping: AbortSignal, display: StartDisplay): Promise<void> {
    const { clickhouse, config, index, log } = this.#instance;
    const { demoAds: ads } = config;
    const { loadDemo } = await import('../ingestion/demo/loadDemo.ts');
    const today = new Date().toISOString().slice(0, 10);
    const loading = loadDemo(index.catalog, {
      ads,
      today,
      stopping,
      progress: (loaded) => {
        this.progress = { loaded, total: ads };
        // A terminal shows the bar instead.
        if (!display.isTerminal) log.info({ loaded, total: ads }, 'loading demo ads');
      },
    });
    const step = {
      doing: `Loading ${formatCount(ads)} demo ads`,
      done: `Loaded ${formatCount(ads)} demo ads`,
      fraction: () => (this.progress?.loaded ?? 0) / ads,
    };
    try {
      await display.track(step, loading);
      if (!stopping.aborted) await writeMarker(clickhouse, demoMarker, new Date());
    } finally {
      this.progress = null;
    }
  }

  async #isIndexEmpty(): Promise<boolean> {
    const { clickhouse, db } = this.#instance;
    // A damaged index that lost its ads looks like an empty one.
    if ((await listDamage(db)).length > 0) return false;
    return (
      (await readMarker(clickhouse, demoMarker)) === null && !(await hasOtherAds(clickhouse, demoSource))
    );
  }
}
