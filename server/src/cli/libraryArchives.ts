import { addAuditEntry } from '../rpc/auditLog.sql.ts';
import { addPersonWithoutKey } from '../auth/people.ts';
import { addMember, addOrFindTeam } from '../teams/teams.sql.ts';
import type { Instance } from '../app.ts';
import { watchDiskSpace } from '../config/dataFolder.ts';
import { type ExportResult, exportLibrary, type ExportOptions } from '../boards/archive/exportLibrary.ts';
import { importLibrary, type LibraryImportOptions } from '../boards/archive/importLibrary.ts';
import type { Accounts, RestoreResult } from '../boards/archive/restoration.ts';

/** Exports and imports whole libraries, in this process or through a running server. */
export interface LibraryArchives {
  export(order: ExportOptions): Promise<ExportResult>;
  import(order: LibraryImportOptions): Promise<RestoreResult>;
}

export function archivesOf({
  db,
  config,
  files,
}: Pick<Instance, 'db' | 'config' | 'files'>): LibraryArchives {
  const room = watchDiskSpace(config.dataFolder);
  return {
    export: async (order) => {
      const details = { format: 'archive', onlyPerson: order.onlyPerson };
      await addAuditEntry(db, { act: 'library.exported', actorId: null, via: 'command line', details });
      return exportLibrary(db, files, order);
    },
    import: (order) => importLibrary({ db, files, room, accounts }, order),
  };
}

const accounts: Accounts = { person: addPersonWithoutKey, team: addOrFindTeam, member: addMember };
