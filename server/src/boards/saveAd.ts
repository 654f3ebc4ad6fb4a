import { MagpieError } from '@magpie/contract/errors';
import { imageUrls } from '../ads/mainPicture.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { lockScope } from '../rpc/scopes.sql.ts';
import { toScopeName, type Scoped } from '../rpc/scopes.ts';
import type { StoredBoard } from './boards.sql.ts';
import { copyMedia, enqueueMedia } from './media/keptMedia.sql.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import { savedAdColumns } from './savedAdColumns.ts';
import * as sql from './savedAds.sql.ts';

export interface SaveOptions {
  /** Null or undefined keeps an existing note. */
  readonly note?: string | null | undefined;
  /** When the ad was saved and added to the board; now by default. */
  readonly savedAt?: Date;
  readonly addedAt?: Date;
  readonly incomplete?: boolean;
  /** The saved ad that is copied, including its stored pictures. */
  readonly copyOf?: number;
}

/**
 * Saves an ad to a board. Each scope has one copy of an ad, which is created the first time and not overwritten.
 * `created` is true if the ad was not on this board before. Callers that save to several scopes in one transaction must
 * lock these first.
 */
export async function saveAd(
  tx: Postgres,
  board: Pick<StoredBoard, 'id'> & Scoped,
  ad: SavedSnapshot,
  options: SaveOptions = {},
): Promise<{ savedAdId: number; created: boolean }> {
  const scope = toScopeName(board);
  await lockScope(tx, scope);
  const [saved] = await sql.findCopies(tx, [scope], ad.hash);
  const savedAdId =
    saved === undefined
      ? await createCopy(tx, getOwner(board), ad, options)
      : await updateCopy(tx, saved, ad, options);
  const link = await sql.linkToBoard(tx, board.id, savedAdId, options.addedAt ?? new Date());
  if (link === undefined) {
    throw new MagpieError('CONFLICT', `Board ${board.id} was just moved or removed; reload your boards.`);
  }
  return { savedAdId, created: link.created };
}

export function getOwner({ teamId, authorId }: Scoped): sql.LibraryOwner {
  return { userId: teamId === null ? authorId : null, teamId };
}

async function createCopy(tx: Postgres, owner: sql.LibraryOwner, ad: SavedSnapshot, options: SaveOptions) {
  const { note = null, savedAt = new Date(), incomplete = false, copyOf } = options;
  const snapshot = withoutMonogram(ad);
  const columns = savedAdColumns(snapshot, savedAt);
  const id = await sql.insertSavedAd(tx, owner, { ad: snapshot, columns, savedAt, note, incomplete });
  if (copyOf !== undefined) await copyMedia(tx, [{ copy: id, original: copyOf }]);
  await enqueuePictures(tx, id, snapshot);
  return id;
}

async function updateCopy(tx: Postgres, saved: sql.SavedCopy, ad: SavedSnapshot, options: SaveOptions) {
  const { note = null, incomplete = false } = options;
  if (note !== null) await sql.writeNote(tx, saved.id, note);
  if (saved.incomplete && !incomplete) await completeAd(tx, saved, ad);
  return saved.id;
}

export async function completeAd(
  tx: Postgres,
  { id, savedAt }: Pick<sql.SavedCopy, 'id' | 'savedAt'>,
  ad: SavedSnapshot,
): Promise<void> {
  const snapshot = withoutMonogram(ad);
  await sql.completeSavedAd(tx, id, snapshot, savedAdColumns(snapshot, savedAt));
  await enqueuePictures(tx, id, snapshot);
}

/** The URL of a generated monogram may change, so it is not stored. */
function withoutMonogram(ad: SavedSnapshot): SavedSnapshot {
  const { advertiserId, brandLogo } = ad.advertiser;
  const isMonogram = brandLogo?.endsWith(`/logos/${advertiserId}.svg`) ?? false;
  return isMonogram ? { ...ad, advertiser: { ...ad.advertiser, brandLogo: null } } : ad;
}

/** Stored pictures and videos per ad, which may have hundreds of cards. */
export const maxPictures = 60;
const maxVideos = 10;

export async function enqueuePictures(tx: Postgres, savedAdId: number, ad: SavedSnapshot): Promise<void> {
  const pictures = pictureUrls(ad);
  const media = [
    ...pictures.map((url) => ({ url, isVideo: false })),
    ...videoUrls(ad).map((url) => ({ url, isVideo: true })),
  ];
  if (media.length > 0) await enqueueMedia(tx, savedAdId, media, maxPictures + maxVideos);
}

/** Without those that are also the address of a picture. */
export function videoUrls(ad: Pick<SavedSnapshot, 'media' | 'cards' | 'advertiser'>): string[] {
  const pictures = new Set(listPictureUrls(ad));
  const urls = [...ad.media, ...ad.cards.flatMap((card) => card.media)]
    .filter(({ type, url }) => type === 'video' && !pictures.has(url))
    .map(({ url }) => url);
  return [...new Set(urls)].slice(0, maxVideos);
}

export function pictureUrls(ad: SavedSnapshot): string[] {
  return [...new Set(listPictureUrls(withoutMonogram(ad)))].slice(0, maxPictures);
}

function listPictureUrls({
  media,
  cards,
  advertiser,
}: Pick<SavedSnapshot, 'media' | 'cards' | 'advertiser'>): string[] {
  return [
    ...media.flatMap(imageUrls),
    ...(advertiser.brandLogo === null ? [] : [advertiser.brandLogo]),
    ...cards.flatMap((card) => card.media.flatMap(imageUrls)),
  ];
}
