import { type contract, listLimits } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import { isUniqueViolation } from '../db/postgres/postgres.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import * as sql from './searches.sql.ts';

/** A search of somebody else is not found, so that ids reveal nothing. */
export const searchesRouter: ProcedureHandlers<typeof contract.searches> = {
  list: async ({ caller, db }) => (await sql.listSearches(db, caller.userId)).map(withIsoTimes),

  create: async ({ input: { name, filters }, caller, db }) => {
    await sql.lockSearchCreation(db, caller.userId);
    if ((await sql.countSearches(db, caller.userId)) >= listLimits.savedSearches) {
      throw new MagpieError(
        'CONFLICT',
        `You have ${listLimits.savedSearches} saved searches, the maximum; delete one that you no longer use.`,
      );
    }
    const row = await withUniqueName(name, () => sql.insertSearch(db, caller.userId, { name, filters }));
    if (row === undefined) throw new Error('the saved search was not returned');
    return withIsoTimes(row);
  },

  update: async ({ input: { id, ...change }, caller, db }) => {
    const row = await withUniqueName(change.name ?? '', () =>
      sql.updateSearch(db, caller.userId, id, change),
    );
    if (row === undefined) throw notFoundError('saved search', id);
    return withIsoTimes(row);
  },

  delete: async ({ input: { id }, caller, db }) => {
    if (!(await sql.deleteSearch(db, caller.userId, id))) throw notFoundError('saved search', id);
    return { success: true };
  },
};

async function withUniqueName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_searches_user_id_name_key')) throw error;
    throw new MagpieError('CONFLICT', `You already have a saved search ${name}; choose another name.`);
  }
}
