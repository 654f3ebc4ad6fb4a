import type { Instance } from '../app.ts';
import { assertDiskSpace } from '../rpc/executeProcedure.ts';
import { watchDiskSpace } from '../config/dataFolder.ts';
import {
  saveImportedAds,
  type SaveImportedInput,
  type SaveOutcome,
  type SavingParts,
} from '../boards/savedElsewhere/saveFromElsewhere.ts';
import { addAuditEntry } from '../rpc/auditLog.sql.ts';
import { addPersonWithoutKey } from '../auth/people.ts';
import { addMember, addOrFindTeam } from '../teams/teams.sql.ts';
import { type ExportResult, exportLibrary, type ExportOptions } from '../boards/archive/exportLibrary.ts';
import { importLibrary, type LibraryImportOptions } from '../boards/archive/importLibrary.ts';
import type { Accounts, RestoreResult } from '../boards/archive/restoration.ts';

/** Saves ads to boards, in this process or through a running server. */
export interface BoardImporter {
  save(order: SaveImportedInput): Promise<SaveOutcome>;
}

export function createBoardImporter(instance: Pick<Instance, 'db' | 'index' | 'config'>): BoardImporter {
  const parts = createSavingParts(instance);
  const room = watchDiskSpace(instance.config.dataFolder);
  return {
    save: async (order) => {
      await assertDiskSpace(room);
      return saveImportedAds(parts, order);
    },
  };
}

export function createSavingParts({ db, index }: Pick<Instance, 'db' | 'index'>): SavingParts {
  // Saved ads do not use generated logos, so the site address does not matter.
  return { db, clickhouse: index.clickhouse, presentAds: index.presentation(() => '') };
}

/** Exports and imports whole libraries, in this process or through a running server. */
export interface LibraryArchives {
  export(order: ExportOptions): Promise<ExportResult>;
  import(order: LibraryImportOptions): Promise<RestoreResult>;
}

export function createArchives({
  db,
  config,
  files,
}: Pick<Instance, 'db' | 'config' | 'files'>): LibraryArchives {
  const room = watchDiskSpace(config.dataFolder);
  return {
    export: async (order) => {
      const details = { format: 'archive' as const, onlyPerson: order.onlyPerson };
      await addAuditEntry(db, { act: 'library.exported', actorId: null, via: 'command line', details });
      return exportLibrary(db, files, order);
    },
    import: (order) => importLibrary({ db, files, room, accounts }, order),
  };
}

const accounts: Accounts = { person: addPersonWithoutKey, team: addOrFindTeam, member: addMember };
