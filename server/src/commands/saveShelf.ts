import type { Instance } from '../instance.ts';
import { refuseWithoutRoom } from '../kernel/answer.ts';
import { watchRoom } from '../kernel/dataFolder.ts';
import { completePlaceholders } from '../library/fromElsewhere/completePlaceholders.ts';
import {
  saveFromElsewhere,
  type SaveOrder,
  type SaveOutcome,
  type SavingParts,
} from '../library/fromElsewhere/saveFromElsewhere.ts';

/** The way to people's boards: that of this process, or of a running server. */
export interface Shelf {
  save(order: SaveOrder): Promise<SaveOutcome>;
  /** Fills in the saved ads that the index did not know when they were saved; how many. */
  complete(stopping: AbortSignal): Promise<number>;
}

export function shelfOf(instance: Pick<Instance, 'db' | 'index' | 'config'>): Shelf {
  const parts = savingPartsOf(instance);
  const room = watchRoom(instance.config.dataFolder);
  return {
    save: async (order) => {
      await refuseWithoutRoom(room);
      return saveFromElsewhere(parts, order);
    },
    complete: (stopping) => completePlaceholders(parts, stopping),
  };
}

export function savingPartsOf({ db, index }: Pick<Instance, 'db' | 'index'>): SavingParts {
  // A saved ad does without the logos that we draw ourselves, so their address does not matter.
  return { db, clickhouse: index.clickhouse, presentAds: index.presentation(() => '') };
}
