import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { scopeOf, type Scoped } from '../rpc/scopes.ts';
import { lockScope } from '../rpc/scopes.sql.ts';
import type { BoardRow } from './boards.sql.ts';
import { copyMedia } from './media/keptMedia.sql.ts';
import { noteMedia } from './media/noteMedia.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import { savedAdColumns } from './savedAdColumns.ts';
import * as sql from './savedAds.sql.ts';
import type { Owner, SavedAdRow } from './savedAds.sql.ts';

export interface SaveOptions {
  /** Null, like none, leaves a note that is there. */
  readonly note?: string | null | undefined;
  /** When the ad was saved and put on the board; now unless told. */
  readonly savedAt?: Date;
  readonly addedAt?: Date;
  /** Whether only the address of the ad is known. */
  readonly incomplete?: boolean;
  /** The saved ad of which this is a copy; it has the pictures that are kept of it. */
  readonly copyOf?: number;
}

/**
 * Saves an ad to a board. In the scope of the board there is one copy of it, which is made the first time and stays as
 * it is; `created` tells whether the ad was not on this board before. Whoever saves to boards of several scopes in one
 * transaction locks these first.
 */
export async function saveAd(
  tx: Postgres,
  board: Pick<BoardRow, 'id'> & Scoped,
  ad: SavedSnapshot,
  options: SaveOptions = {},
): Promise<{ savedAdId: number; created: boolean }> {
  const scope = scopeOf(board);
  await lockScope(tx, scope);
  const saved = await sql.findSavedAd(tx, scope, ad.hash);
  const savedAdId =
    saved === undefined
      ? await makeCopy(tx, ownerOf(board), ad, options)
      : await touch(tx, saved, ad, options);
  const link = await sql.linkToBoard(tx, board.id, savedAdId, options.addedAt ?? new Date());
  if (link === undefined) {
    throw new MagpieError(
      'CONFLICT',
      `Board ${board.id} was just moved or removed; look at your boards again.`,
    );
  }
  return { savedAdId, created: link.created };
}

export function ownerOf({ teamId, authorId }: Scoped): Owner {
  return { userId: teamId === null ? authorId : null, teamId };
}

async function makeCopy(
  tx: Postgres,
  owner: Owner,
  ad: SavedSnapshot,
  options: SaveOptions,
): Promise<number> {
  const { note = null, savedAt = new Date(), incomplete = false, copyOf } = options;
  const frozen = withoutMonogram(ad);
  const columns = savedAdColumns(frozen, savedAt);
  const id = await sql.insertSavedAd(tx, owner, { ad: frozen, columns, savedAt, note, incomplete });
  if (copyOf !== undefined) await copyMedia(tx, [{ copy: id, original: copyOf }]);
  await noteMedia(tx, id, frozen);
  return id;
}

async function touch(
  tx: Postgres,
  saved: SavedAdRow,
  ad: SavedSnapshot,
  options: SaveOptions,
): Promise<number> {
  const { note = null, incomplete = false } = options;
  if (note !== null) await sql.writeNote(tx, saved.id, note);
  if (saved.incomplete && !incomplete) await completeAd(tx, saved, ad);
  return saved.id;
}

/** Fills in an ad of which only the address was known; when it was saved, its boards and its note stay. */
export async function completeAd(
  tx: Postgres,
  { id, savedAt }: Pick<SavedAdRow, 'id' | 'savedAt'>,
  ad: SavedSnapshot,
): Promise<void> {
  const frozen = withoutMonogram(ad);
  await sql.completeSavedAd(tx, id, frozen, savedAdColumns(frozen, savedAt));
  await noteMedia(tx, id, frozen);
}

/** A monogram is drawn by whoever shows the ad, at an address that may be another one by then. */
function withoutMonogram(ad: SavedSnapshot): SavedSnapshot {
  const { advertiserId, brandLogo } = ad.advertiser;
  const isMonogram = brandLogo?.endsWith(`/logos/${advertiserId}.svg`) ?? false;
  return isMonogram ? { ...ad, advertiser: { ...ad.advertiser, brandLogo: null } } : ad;
}
