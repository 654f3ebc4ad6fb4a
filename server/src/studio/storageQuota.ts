import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Maker } from './makers/maker.ts';
import * as sql from './storedFiles.sql.ts';

/** Per person or team, for brand images and generated images each. Rows without a file also take space. */
const maxImages = 10_000;

/** Call under the scope's lock. 409 if the maximum number of images of a kind is reached. */
export function assertImageCount(scope: string, images: number): void {
  if (images < maxImages) return;
  throw new MagpieError(
    'CONFLICT',
    `${ownerLabel(scope)} has ${maxImages.toLocaleString('en')} images, which is the maximum; delete some first.`,
  );
}

function ownerLabel(scope: string): string {
  return scope.startsWith('team:') ? 'This team' : 'This account';
}

/** Estimated size of an image with its thumbnail, until there are enough samples. */
const defaultImageBytes: Readonly<Record<Maker['maker'], number>> = {
  template: 400 * 1024,
  endpoint: 2 * 1024 * 1024,
};
/** From this many images of a maker on, their average size is the estimate. */
const minSamples = 5;

/** Call under the scope's lock. 409 if these bytes would exceed the storage quota. */
export async function assertStorageLeft(
  tx: Postgres,
  scope: string,
  bytes: number,
  maxBytes: number,
): Promise<void> {
  const { unfinished } = await estimateSizes(tx, scope, null);
  await assertWithinQuota(tx, maxBytes, { scope, unfinished, bytes });
}

/**
 * 409 if an image would probably exceed the quota once it is made, so that none is paid for in vain. An image counts
 * only those queued before it, so the checks do not depend on each other.
 */
export async function assertStorageToMake(
  db: Postgres,
  /** `id` is null for an image that is not queued yet. */
  { scope, maker, id }: { scope: string; maker: Maker['maker']; id: number | null },
  maxBytes: number,
): Promise<void> {
  const { unfinished, each } = await estimateSizes(db, scope, id);
  await assertWithinQuota(db, maxBytes, { scope, unfinished, bytes: each[maker], isEstimate: true });
}

/** Estimated bytes per image by maker, and in total for unfinished images before the given one. */
async function estimateSizes(
  db: Postgres,
  scope: string,
  before: number | null,
): Promise<{ readonly unfinished: number; readonly each: Readonly<Record<Maker['maker'], number>> }> {
  const each = { ...defaultImageBytes };
  for (const { maker, images, bytes } of await sql.averageImageSizes(db, scope)) {
    if (images >= minSamples) each[maker] = bytes;
  }
  const waiting = await sql.unfinishedByMaker(db, scope, before);
  return { unfinished: waiting.reduce((sum, { maker, images }) => sum + images * each[maker], 0), each };
}

/** Call under the scope's lock. 409 if these bytes, with those of unfinished images, would exceed the quota. */
export async function assertWithinQuota(
  db: Postgres,
  maxBytes: number,
  need: { scope: string; unfinished: number; bytes: number; isEstimate?: boolean },
): Promise<void> {
  const { scope, unfinished, bytes, isEstimate = false } = need;
  const left = maxBytes - (await sql.sumUsedBytes(db, scope)) - unfinished;
  if (bytes <= left) return;
  const [owner, quota] = [ownerLabel(scope), formatSize(maxBytes, Math.round)];
  const reserved = unfinished > 0 ? ', including queued and running images' : '';
  throw new MagpieError(
    'CONFLICT',
    left <= 0
      ? `${owner} has used its ${quota} of image storage${reserved}; delete some images first.`
      : `${owner} has ${formatSize(left, Math.floor)} left of ${quota} of image storage${reserved}, and this image needs ${isEstimate ? 'about ' : ''}${formatSize(bytes, Math.ceil)}; delete some images first.`,
  );
}

/** The caller chooses the rounding, so that the space left never looks sufficient. */
function formatSize(bytes: number, round: (value: number) => number): string {
  if (bytes < 1024 * 1024) return `${round(bytes / 1024)} kB`;
  return `${(round((bytes / 1024 / 1024) * 10) / 10).toLocaleString('en')} MB`;
}
