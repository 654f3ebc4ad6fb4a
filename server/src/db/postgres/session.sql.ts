import type { Postgres } from './statement.ts';

export const begin = 'BEGIN';
export const commit = 'COMMIT';
export const rollback = 'ROLLBACK';

/** Savepoints are named by depth; a name cannot be a parameter. */
export const savepoint = (depth: number): string => `SAVEPOINT depth_${depth}`;
export const releaseSavepoint = (depth: number): string => `RELEASE SAVEPOINT depth_${depth}`;
export const rollbackToSavepoint = (depth: number): string => `ROLLBACK TO SAVEPOINT depth_${depth}`;

export const ping = 'SELECT 1';

export interface ServerVersion {
  readonly version: string;
  readonly number: number;
}

export const serverVersion = `
  SELECT current_setting('server_version') AS version,
         current_setting('server_version_num')::integer AS number`;

/** A channel is a name, and a name cannot be a parameter. */
export const listenTo = (channel: string): string => `LISTEN ${channel}`;

export const unfinishedRestoreTable = 'unfinished_restore';

export async function hasUnfinishedRestore(db: Postgres): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS found`, [
    unfinishedRestoreTable,
  ]);
  return row?.found === true;
}
