import type { Postgres } from '../db/postgres/postgres.ts';
import { scopeOf, type Scoped } from '../rpc/scopes.ts';
import { copyMedia } from './media/keptMedia.sql.ts';
import { ownerOf } from './saveAd.ts';
import * as sql from './savedAds.sql.ts';

/** Keeps each statement below the statement timeout. */
const chunkSize = 500;

function chunks<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / chunkSize);
  return Array.from({ length: count }, (_, index) => items.slice(index * chunkSize, (index + 1) * chunkSize));
}

/**
 * Moves the saved ads of boards that move to another scope: an ad with a copy existing is merged into it, one that is also
 * on other boards is copied, and any other is moved. The caller has locked both scopes, so existing copies are read once:
 * for each chunk, PostgreSQL might scan all of them.
 */
export async function moveAdsOfBoards(tx: Postgres, boardIds: readonly number[], to: Scoped): Promise<void> {
  const [owner, scope] = [ownerOf(to), scopeOf(to)];
  const moving = await sql.movingAds(tx, boardIds);
  const hashes = moving.map(({ hash }) => hash);
  const existing = await sql.existingCopies(tx, scope, hashes);
  for (const ads of chunks(moving)) {
    const merged = ads.flatMap(({ id, hash }) => pairOf(id, existing.get(hash)));
    const others = ads.filter(({ hash }) => !existing.has(hash));
    await sql.transferAds(tx, idsOf(others.filter((ad) => !ad.isOnOtherBoards)), owner);
    const copied = await sql.copyToOwner(tx, idsOf(others.filter((ad) => ad.isOnOtherBoards)), owner);
    await copyMedia(tx, copied);
    await sql.fillNotes(tx, merged);
    await sql.linkCopies(tx, [...merged, ...copied], boardIds);
    await sql.deleteUnlinked(tx, idsOf(ads.filter(({ hash }) => existing.has(hash))));
  }
}

const idsOf = (ads: readonly sql.MovingAd[]): number[] => ads.map(({ id }) => id);

function pairOf(original: number, copy: number | undefined): sql.CopyPair[] {
  return copy === undefined ? [] : [{ copy, original }];
}

/** Deletes those of these saved ads that are on no board. */
export async function deleteUnlinkedAds(tx: Postgres, ids: readonly number[]): Promise<void> {
  for (const part of chunks(ids)) await sql.deleteUnlinked(tx, part);
}
