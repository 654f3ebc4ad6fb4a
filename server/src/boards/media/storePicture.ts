import { createHash } from 'node:crypto';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { checkImage } from '../../integrations/images/checkImage.ts';
import type { ByteRange } from '../../integrations/byteRange.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { checkVideo } from '../../integrations/videos/checkVideo.ts';
import * as sql from './keptFiles.sql.ts';
import { listKept } from './keptMedia.sql.ts';
import { mediaExtensions, type MediaType } from './mediaTypes.ts';

export function fileKey(sha256: string): string {
  return `media/${sha256.slice(0, 2)}/${sha256}`;
}

export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

export async function describeFile(bytes: Buffer, isVideo: boolean): Promise<sql.KeptFile> {
  const { type, width, height } = isVideo ? checkVideo(bytes) : await checkImage(bytes);
  return { sha256: sha256Of(bytes), mimeType: type, bytes: bytes.length, width, height };
}

/**
 * Always writes the picture: an existing file could be in the process of being deleted. It is registered first, outside
 * any transaction, so that a crash leaves a known file, which is deleted later.
 */
export async function storePicture(
  { db, files }: { readonly db: Postgres; readonly files: FileStore },
  file: sql.KeptFile,
  bytes: Buffer,
): Promise<void> {
  await sql.registerFile(db, file);
  await files.write(fileKey(file.sha256), bytes);
}

export type KeptUrls = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** For each saved ad with stored pictures: a map from original URLs to URLs of this service. */
export async function findKeptUrls(db: Postgres, savedAdIds: readonly number[], site: string) {
  const urls = new Map<number, Map<string, string>>();
  if (savedAdIds.length === 0) return urls;
  for (const { savedAdId, url, sha256, mimeType } of await listKept(db, savedAdIds)) {
    const urlsOfAd = urls.get(savedAdId) ?? new Map<string, string>();
    urls.set(savedAdId, urlsOfAd.set(url, keptUrl(site, sha256, mimeType)));
  }
  return urls;
}

export function keptUrl(site: string, sha256: string, type: MediaType): string {
  return `${site}/media/${sha256}.${mediaExtensions[type]}`;
}

export function openPicture(db: Postgres, files: FileStore) {
  return async (sha256: string, extension: string) => {
    const file = await sql.findFile(db, sha256);
    if (file === undefined || mediaExtensions[file.mimeType] !== extension) return null;
    const open = (range?: ByteRange) => files.open(fileKey(sha256), range);
    return { type: file.mimeType, bytes: file.bytes, open };
  };
}

/** Returns how many. Stops while an export prevents deletions; the next run continues. */
export async function deleteUnusedMedia(db: Postgres, files: FileStore): Promise<number> {
  const counts = { deleted: 0, used: 0 };
  for (const sha256 of await sql.listUnused(db)) {
    const outcome = await db.transaction((tx) => deleteOne(tx, files, sha256));
    if (outcome === 'held') break;
    counts[outcome] += 1;
  }
  return counts.deleted;
}

/** Locks the file during the check and the deletion: a concurrent user waits and then finds it deleted. */
async function deleteOne(
  tx: Postgres,
  files: FileStore,
  sha256: string,
): Promise<'deleted' | 'used' | 'held'> {
  if (!(await sql.tryDeletionLock(tx))) return 'held';
  await sql.lockFile(tx, sha256);
  if (!(await sql.deleteUnused(tx, sha256))) return 'used';
  await files.remove(fileKey(sha256));
  return 'deleted';
}
