import type { Postgres } from '../kernel/postgres/postgres.ts';
import { scopeOf, type Scoped } from './boardAccess.ts';
import { copyMedia } from './media/keptMedia.sql.ts';
import { ownerOf } from './saveAd.ts';
import * as sql from './savedAds.sql.ts';

/** Few enough for one statement to end in time. */
const adsAtOnce = 500;

function parts(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / adsAtOnce);
  return Array.from({ length: count }, (_, index) => ids.slice(index * adsAtOnce, (index + 1) * adsAtOnce));
}

/**
 * Takes the ads of boards that go to another scope along: a copy that is there takes them in, one that other boards hold
 * is copied, and any other goes along itself. The caller holds both scopes.
 */
export async function takeAdsAlong(tx: Postgres, boardIds: readonly number[], to: Scoped): Promise<void> {
  const [owner, scope] = [ownerOf(to), scopeOf(to)];
  for (const ids of parts(await sql.adsOnBoards(tx, boardIds))) {
    await sql.giveAway(tx, ids, boardIds, owner, scope);
    const copies = await sql.copyToOwner(tx, ids, owner, scope);
    const pairs = copies.map(({ id, copyOf }) => [id, copyOf] as const);
    await copyMedia(tx, pairs);
    await sql.fillNotes(tx, ids, scope);
    await sql.holdCopies(tx, ids, boardIds, scope);
    await sql.forgetUnheld(tx, ids);
  }
}

/** Of these, the ads that are on no board any more are no longer saved. */
export async function forgetUnheldAds(tx: Postgres, ids: readonly number[]): Promise<void> {
  for (const part of parts(ids)) await sql.forgetUnheld(tx, part);
}
