import type { Postgres } from '../../db/postgres/postgres.ts';
import { listKept } from './keptMedia.sql.ts';
import { extensions, type PictureType } from '../../integrations/images/pictureTypes.ts';

export type KeptAddresses = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** For each saved ad that has copies of its pictures: the address of ours for the address in the ad. */
export async function keptAddresses(
  db: Postgres,
  savedAdIds: readonly number[],
  site: string,
): Promise<KeptAddresses> {
  const addresses = new Map<number, Map<string, string>>();
  if (savedAdIds.length === 0) return addresses;
  for (const { savedAdId, url, sha256, mimeType } of await listKept(db, savedAdIds)) {
    const ofAd = addresses.get(savedAdId) ?? new Map<string, string>();
    addresses.set(savedAdId, ofAd.set(url, addressOfKept(site, sha256, mimeType)));
  }
  return addresses;
}

/** The address of a picture that is kept. */
export function addressOfKept(site: string, sha256: string, type: PictureType): string {
  return `${site}/media/${sha256}.${extensions[type]}`;
}
