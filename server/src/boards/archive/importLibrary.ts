import type { Room } from '../../config/dataFolder.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { isUnavailable } from '../../db/postgres/failures.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { PictureRefused } from '../../integrations/images/checkPicture.ts';
import { findFile, type KeptFile } from '../media/keptFiles.sql.ts';
import { useFilesSince } from '../media/restore.sql.ts';
import { describePicture, storePicture } from '../media/storePicture.ts';
import { waitPatiently } from './archive.sql.ts';
import { inBatches } from './lines.ts';
import { pictureName } from './pictureFiles.ts';
import { type ArchivedPictureFile, ArchiveReader } from './readArchive.ts';
import { type Accounts, Restoration, type Restored } from './restoration.ts';

export interface ImportParts {
  readonly db: Postgres;
  readonly files: FileStore;
  readonly room: Room;
  readonly accounts: Accounts;
}

export interface ImportOrder {
  /** The archive. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Told of each ad and picture. */
  readonly onRecord: () => void;
  readonly stopping: AbortSignal;
}

/** Sent in one statement, and held in memory several times over meanwhile. */
const atOnce = { records: 100, bytes: 8 * 1024 * 1024 };

/**
 * Takes an archive in. The pictures come first and are written as they come: until an ad refers to them they are in
 * nobody's way, and deleted some time later. Everything else is one transaction, so it is there whole or not at all.
 */
export async function importLibrary(parts: ImportParts, order: ImportOrder): Promise<Restored> {
  const reader = await ArchiveReader.open(order.bytes);
  try {
    await storePictures(parts, reader, order);
    return await parts.db.transaction((tx) => restore(tx, parts.accounts, reader, order));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new MagpieError('SERVICE_UNAVAILABLE', busy, { cause: error });
  } finally {
    await reader.close();
  }
}

const busy =
  'Somebody else changes the same boards, or the database does not answer; nothing was imported, try again.';

async function restore(
  tx: Postgres,
  accounts: Accounts,
  reader: ArchiveReader,
  { stopping, onRecord }: ImportOrder,
): Promise<Restored> {
  await waitPatiently(tx);
  const restoration = new Restoration(tx, accounts);
  await restoration.restoreOwners(await reader.owners());
  for await (const ads of inBatches(reader.ads(), atOnce)) {
    stopping.throwIfAborted();
    await restoration.restoreAds(ads);
    for (const _ of ads) onRecord();
  }
  await reader.end();
  return restoration.restored;
}

/** Well within the time after which a file that no ad refers to is deleted. */
const usedAgainMilliseconds = 10 * 60_000;

async function storePictures(
  { db, files, room }: ImportParts,
  reader: ArchiveReader,
  { onRecord, stopping }: ImportOrder,
): Promise<void> {
  // Some minutes earlier, should the clock of the database be behind.
  const beginning = new Date(Date.now() - usedAgainMilliseconds);
  let usedAt = performance.now();
  for await (const picture of reader.pictures()) {
    stopping.throwIfAborted();
    if (!(await room.enough())) throw new MagpieError('SERVICE_UNAVAILABLE', noRoom);
    const file = await keptFileOf(db, picture);
    await storePicture({ db, files }, file, picture.bytes);
    onRecord();
    if (performance.now() - usedAt < usedAgainMilliseconds) continue;
    await useFilesSince(db, beginning);
    usedAt = performance.now();
  }
  if (performance.now() - usedAt > usedAgainMilliseconds / 2) await useFilesSince(db, beginning);
}

const noRoom = 'The disk of the data folder is almost full; make room and import again.';

/** The content decides what it is. One that is known here was looked at before. */
async function keptFileOf(db: Postgres, picture: ArchivedPictureFile): Promise<KeptFile> {
  const known = await findFile(db, picture.sha256);
  const file = known ?? (await described(picture));
  if (file.mimeType === picture.type) return file;
  throw new MagpieError('BAD_REQUEST', `${pictureName(picture)} holds another kind of picture than it says.`);
}

async function described(picture: ArchivedPictureFile): Promise<KeptFile> {
  try {
    return await describePicture(picture.bytes);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw new MagpieError('BAD_REQUEST', `${pictureName(picture)} cannot be kept: ${error.message}`);
  }
}
