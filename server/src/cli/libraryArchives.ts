import { addAuditEntry } from '../auth/auditLog.sql.ts';
import { addPersonWithoutKey } from '../auth/people.ts';
import { addMember, addOrFindTeam } from '../auth/teams.sql.ts';
import type { Instance } from '../instance.ts';
import { watchRoom } from '../config/dataFolder.ts';
import { type Exported, exportLibrary, type ExportOrder } from '../boards/archive/exportLibrary.ts';
import { importLibrary, type ImportOrder } from '../boards/archive/importLibrary.ts';
import type { Accounts, Restored } from '../boards/archive/restoration.ts';

/** The way in and out for whole libraries: that of this process, or of a running server. */
export interface LibraryArchives {
  export(order: ExportOrder): Promise<Exported>;
  import(order: ImportOrder): Promise<Restored>;
}

export function archivesOf({
  db,
  config,
  files,
}: Pick<Instance, 'db' | 'config' | 'files'>): LibraryArchives {
  const room = watchRoom(config.dataFolder);
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
