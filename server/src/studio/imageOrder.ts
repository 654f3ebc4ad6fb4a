import { MagpieError } from '@magpie/contract/errors';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import type { AiImageRow, ImageSource, WorkOrder } from './aiImages.sql.ts';
import { findBrandImageFile } from './brandImages.sql.ts';
import { fetchImage } from './images.ts';
import type { Order, TemplateLayout } from './makers/maker.ts';
import type { StudioFiles } from './storedFiles.ts';

export interface OrderParts {
  readonly db: Postgres;
  readonly files: StudioFiles;
  readonly fetch: SafeFetch;
  readonly log: Logger;
}

export interface OrderedImage extends Pick<AiImageRow, 'maker' | 'aspectRatio' | 'seed' | 'prompt'> {
  readonly layout: TemplateLayout | null;
  readonly workOrder: WorkOrder;
}

/** Loads the pictures that an image is made from. */
export async function buildOrder(parts: OrderParts, image: OrderedImage): Promise<Order> {
  const { aspectRatio, seed, layout, prompt, workOrder } = image;
  const { creative, negativePrompt, reference = null } = workOrder;
  // External services get text only.
  const usesImages = image.maker === 'template';
  const [picture, logo] = await Promise.all([
    usesImages ? loadImage(parts, workOrder.picture) : null,
    usesImages ? loadImage(parts, workOrder.logo) : null,
  ]);
  return { aspectRatio, seed, layout, prompt, negativePrompt, creative, reference, picture, logo };
}

/** The brand image, else the picture at the URL. If neither is available, the image is made without it. */
async function loadImage({ db, files, fetch, log }: OrderParts, { brandImageId, url }: ImageSource) {
  const key = brandImageId === null ? undefined : await findBrandImageFile(db, brandImageId);
  const stored = key === undefined ? null : await files.read(key);
  if (stored !== null || url === null) return stored;
  try {
    return (await fetchImage(fetch, url)).bytes;
  } catch (error) {
    if (!(error instanceof MagpieError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    log.debug({ err: error }, 'picture not fetched; image is made without it');
    return null;
  }
}
