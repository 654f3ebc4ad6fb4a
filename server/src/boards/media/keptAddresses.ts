import type { Postgres } from '../../db/postgres/postgres.ts';
import { listKept } from './keptMedia.sql.ts';
import { imageExtensions, type ImageType } from '../../integrations/images/imageTypes.ts';

export type KeptUrls = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** For each saved ad with stored pictures: a map from original URLs to URLs of this service. */
export async function findKeptUrls(
  db: Postgres,
  savedAdIds: readonly number[],
  site: string,
): Promise<KeptUrls> {
  const urls = new Map<number, Map<string, string>>();
  if (savedAdIds.length === 0) return urls;
  for (const { savedAdId, url, sha256, mimeType } of await listKept(db, savedAdIds)) {
    const urlsOfAd = urls.get(savedAdId) ?? new Map<string, string>();
    urls.set(savedAdId, urlsOfAd.set(url, keptUrl(site, sha256, mimeType)));
  }
  return urls;
}

export function keptUrl(site: string, sha256: string, type: ImageType): string {
  return `${site}/media/${sha256}.${imageExtensions[type]}`;
}
