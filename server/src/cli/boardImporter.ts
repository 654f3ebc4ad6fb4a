import type { Instance } from '../app.ts';
import { assertDiskSpace } from '../rpc/executeProcedure.ts';
import { watchDiskSpace } from '../config/dataFolder.ts';
import {
  saveImportedAds,
  type SaveImportedInput,
  type SaveOutcome,
  type SavingParts,
} from '../boards/savedElsewhere/saveFromElsewhere.ts';

/** Saves ads to boards, in this process or through a running server. */
export interface BoardImporter {
  save(order: SaveImportedInput): Promise<SaveOutcome>;
}

export function createBoardImporter(instance: Pick<Instance, 'db' | 'index' | 'config'>): BoardImporter {
  const parts = savingPartsOf(instance);
  const room = watchDiskSpace(instance.config.dataFolder);
  return {
    save: async (order) => {
      await assertDiskSpace(room);
      return saveImportedAds(parts, order);
    },
  };
}

export function savingPartsOf({ db, index }: Pick<Instance, 'db' | 'index'>): SavingParts {
  // Saved ads do not use generated logos, so the site address does not matter.
  return { db, clickhouse: index.clickhouse, presentAds: index.presentation(() => '') };
}
