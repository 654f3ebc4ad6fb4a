import type { Postgres } from '../db/postgres/postgres.ts';
import { lockScopes, type Scoped, scopeOf } from '../rpc/scopes.ts';
import { deleteBoardsOf, deleteSomeSavedAds } from './deleteLibrary.sql.ts';

/** So many that no statement takes longer than one may. */
const adsAtOnce = 5000;

/** Deletes every board and saved ad of a person or team; kept pictures that nobody else has go with the next housekeeping. */
export async function deleteLibrary(tx: Postgres, owner: Scoped): Promise<void> {
  const scope = scopeOf(owner);
  await lockScopes(tx, [scope]);
  while ((await deleteSomeSavedAds(tx, scope, adsAtOnce)) === adsAtOnce);
  await deleteBoardsOf(tx, scope);
}
