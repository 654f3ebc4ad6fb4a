import type { Instance } from '../instance.ts';
import { assertDiskSpace } from '../rpc/executeProcedure.ts';
import { watchRoom } from '../config/dataFolder.ts';
import {
  saveFromElsewhere,
  type SaveOrder,
  type SaveOutcome,
  type SavingParts,
} from '../boards/fromElsewhere/saveFromElsewhere.ts';

/** The way to people's boards: that of this process, or of a running server. */
export interface BoardImporter {
  save(order: SaveOrder): Promise<SaveOutcome>;
}

export function createBoardImporter(instance: Pick<Instance, 'db' | 'index' | 'config'>): BoardImporter {
  const parts = savingPartsOf(instance);
  const room = watchRoom(instance.config.dataFolder);
  return {
    save: async (order) => {
      await assertDiskSpace(room);
      return saveFromElsewhere(parts, order);
    },
  };
}

export function savingPartsOf({ db, index }: Pick<Instance, 'db' | 'index'>): SavingParts {
  // A saved ad does without the logos that we draw ourselves, so their address does not matter.
  return { db, clickhouse: index.clickhouse, presentAds: index.presentation(() => '') };
}
