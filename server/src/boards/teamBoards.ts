import type { Postgres } from '../db/postgres/postgres.ts';
import { lockScopes, toScopeName, type Scoped } from '../rpc/scopes.ts';
import { moveToScope } from './boards.sql.ts';
import { copyMedia } from './media/keptMedia.sql.ts';
import { moveComments } from './comments.sql.ts';
import { copyLabels } from './labels.sql.ts';
import { getOwner } from './saveAd.ts';
import { deleteUnlinked } from './savedAds.sql.ts';
import * as sql from './teamBoards.sql.ts';

/**
 * Moves the boards of a team with their saved ads to the end of their authors' lists, which leaves the team empty. Team
 * scopes are locked before personal ones, so the authors are read after the lock, when none can be added.
 */
export async function returnBoards(tx: Postgres, teamId: number): Promise<void> {
  await lockScopes(tx, [toScopeName({ teamId, authorId: '' })]);
  const boards = await sql.boardsOfTeam(tx, teamId);
  const authors = [...new Set(boards.map(({ authorId }) => authorId))];
  const personal = authors.map((authorId) => toScopeName({ teamId: null, authorId }));
  await lockScopes(tx, personal);
  await sql.liftFromForeignParents(tx, teamId);
  for (const authorId of authors) {
    const to = { teamId: null, authorId };
    const ids = boards.filter((board) => board.authorId === authorId).map(({ id }) => id);
    await moveAdsOfBoards(tx, ids, to);
    await moveToScope(tx, ids, null, toScopeName(to));
  }
}

export async function handOverBoards(
  tx: Postgres,
  { teamId, from, to }: { readonly teamId: number; readonly from: string; readonly to: string },
): Promise<void> {
  await lockScopes(tx, [toScopeName({ teamId, authorId: from })]);
  await sql.changeBoardAuthor(tx, teamId, from, to);
}

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
  const [owner, scope] = [getOwner(to), toScopeName(to)];
  const moving = await sql.movingAds(tx, boardIds);
  const hashes = moving.map(({ hash }) => hash);
  const existing = await sql.existingCopies(tx, scope, hashes);
  for (const ads of chunks(moving)) {
    const merged = ads.flatMap(({ id, hash }) => {
      const copy = existing.get(hash);
      return copy === undefined ? [] : [{ copy, original: id }];
    });
    const others = ads.filter(({ hash }) => !existing.has(hash));
    const transferred = listIds(others.filter((ad) => !ad.isOnOtherBoards));
    await sql.transferAds(tx, transferred, owner);
    const copied = await sql.copyToOwner(tx, listIds(others.filter((ad) => ad.isOnOtherBoards)), owner);
    await copyMedia(tx, copied);
    await sql.fillNotes(tx, merged);
    const moved = transferred.map((id) => ({ copy: id, original: id }));
    await copyLabels(tx, [...moved, ...copied, ...merged], owner);
    await moveComments(
      tx,
      merged.filter(({ original }) => !ads.some((ad) => ad.id === original && ad.isOnOtherBoards)),
    );
    await sql.linkCopies(tx, [...merged, ...copied], boardIds);
    await deleteUnlinked(tx, listIds(ads.filter(({ hash }) => existing.has(hash))));
  }
}

const listIds = (ads: readonly sql.MovingAd[]): number[] => ads.map(({ id }) => id);

export async function deleteUnlinkedAds(tx: Postgres, ids: readonly number[]): Promise<void> {
  for (const part of chunks(ids)) await deleteUnlinked(tx, part);
}

const adsPerStatement = 5000;

/** Deletes all boards and saved ads of a person or team; the next cleanup deletes pictures that are no longer used. */
export async function deleteLibrary(tx: Postgres, owner: Scoped): Promise<void> {
  const scope = toScopeName(owner);
  await lockScopes(tx, [scope]);
  while ((await sql.deleteSomeSavedAds(tx, scope, adsPerStatement)) === adsPerStatement);
  await sql.deleteScopeBoards(tx, scope);
}
