import type { DiskSpace } from '../../config/dataFolder.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { isUnavailable } from '../../db/postgres/failures.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { InvalidImage } from '../../integrations/images/checkImage.ts';
import { findFile, type KeptFile } from '../media/keptFiles.sql.ts';
import { touchFilesSince } from '../media/keptMedia.sql.ts';
import { isVideoType } from '../media/mediaTypes.ts';
import { describeFile, storePicture } from '../media/storePicture.ts';
import { allowIdleTransaction } from './archive.sql.ts';
import { inBatches } from './lines.ts';
import * as format from './format.ts';
import { type ArchivedPictureFile, ArchiveReader } from './readArchive.ts';
import { type Accounts, LibraryRestore, type RestoreResult } from './restoration.ts';

export interface ImportParts {
  readonly db: Postgres;
  readonly files: FileStore;
  readonly room: DiskSpace;
  readonly accounts: Accounts;
}

export interface LibraryImportOptions {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly onRecord: () => void;
  readonly stopping: AbortSignal;
}

/** Limits of one statement, whose data is in memory several times. */
const batchLimits = { records: 100, bytes: 8 * 1024 * 1024 };

/** Pictures come first and are written immediately; everything else is imported in one transaction. */
export async function importLibrary(parts: ImportParts, options: LibraryImportOptions) {
  const reader = await ArchiveReader.open(options.bytes);
  try {
    await storePictures(parts, reader, options);
    return await parts.db.transaction((tx) => restore(tx, parts.accounts, reader, options));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new MagpieError('SERVICE_UNAVAILABLE', busy, { cause: error });
  } finally {
    await reader.close();
  }
}

const busy =
  'The same boards are being changed, or the database is not responding. Nothing was imported; try again.';

async function restore(
  tx: Postgres,
  accounts: Accounts,
  reader: ArchiveReader,
  { stopping, onRecord }: LibraryImportOptions,
): Promise<RestoreResult> {
  await allowIdleTransaction(tx);
  const restoration = new LibraryRestore(tx, accounts);
  await restoration.restoreOwners(await reader.owners());
  for await (const ads of inBatches(reader.ads(), batchLimits)) {
    stopping.throwIfAborted();
    await restoration.restoreAds(ads);
    for (const _ of ads) onRecord();
  }
  await reader.end();
  return restoration.restored;
}

/** Well below the time after which unreferenced files are deleted. */
const touchIntervalMilliseconds = 10 * 60_000;

async function storePictures(
  { db, files, room }: ImportParts,
  reader: ArchiveReader,
  { onRecord, stopping }: LibraryImportOptions,
): Promise<void> {
  // Some minutes earlier, in case the clock of the database is behind.
  const beginning = new Date(Date.now() - touchIntervalMilliseconds);
  let usedAt = performance.now();
  for await (const picture of reader.pictures()) {
    stopping.throwIfAborted();
    if (!(await room.enough())) throw new MagpieError('SERVICE_UNAVAILABLE', diskFull);
    const file = await checkedFile(db, picture);
    await storePicture({ db, files }, file, picture.bytes);
    onRecord();
    if (performance.now() - usedAt < touchIntervalMilliseconds) continue;
    await touchFilesSince(db, beginning);
    usedAt = performance.now();
  }
  if (performance.now() - usedAt > touchIntervalMilliseconds / 2) await touchFilesSince(db, beginning);
}

const diskFull = 'The disk of the data folder is almost full; free some space and import again.';

/** The content determines the type. Known files were checked before. */
async function checkedFile(db: Postgres, picture: ArchivedPictureFile): Promise<KeptFile> {
  const known = await findFile(db, picture.sha256);
  const file = known ?? (await describeArchivedPicture(picture));
  if (file.mimeType === picture.type) return file;
  throw new MagpieError('BAD_REQUEST', `${format.pictureName(picture)} does not match the type in its name.`);
}

async function describeArchivedPicture(picture: ArchivedPictureFile): Promise<KeptFile> {
  try {
    return await describeFile(picture.bytes, isVideoType(picture.type));
  } catch (error) {
    if (!(error instanceof InvalidImage)) throw error;
    throw new MagpieError('BAD_REQUEST', `${format.pictureName(picture)} cannot be stored: ${error.message}`);
  }
}
