import type { Postgres } from '../db/postgres/postgres.ts';
import { lockScopes, type Scoped, scopeOf } from '../rpc/scopes.ts';
import { deleteBoardsOf, deleteSomeSavedAds } from './deleteLibrary.sql.ts';

/** Keeps each statement below the statement timeout. */
const adsPerStatement = 5000;

/** Deletes all boards and saved ads of a person or team; the next cleanup deletes pictures that are no longer used. */
export async function deleteLibrary(tx: Postgres, owner: Scoped): Promise<void> {
  const scope = scopeOf(owner);
  await lockScopes(tx, [scope]);
  while ((await deleteSomeSavedAds(tx, scope, adsPerStatement)) === adsPerStatement);
  await deleteBoardsOf(tx, scope);
}
