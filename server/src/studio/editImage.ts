import type { AiImageTexts, contract, ParsedInputOf } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Preparation } from '../rpc/procedure.ts';
import { assertCanChange, lockScopes } from '../rpc/scopes.ts';
import * as sql from './aiImages.sql.ts';
import type { AiImageRow, EditableImage } from './aiImages.sql.ts';
import { buildOrder, type OrderParts } from './imageOrder.ts';
import { createUserConcurrencyLimit, reencodeImage, type PreparedImage } from './images.ts';
import { type Creative, type Maker, MakingFailed, type Order } from './makers/maker.ts';
import { assertStorageLeft } from './storageQuota.ts';

export interface EditParts extends Omit<OrderParts, 'db'> {
  readonly makers: readonly Maker[];
  readonly maxBytes: number;
}

type EditInput = ParsedInputOf<typeof contract.aiImages.edit>;

/** A drawing takes about half a second, and the drawing thread draws one at a time. */
const editLimits = { total: 8, perUser: 2 };

/** What a client may change. */
export function textsOf({ headline, text, proof, offer, callToAction }: Creative): AiImageTexts {
  return { headline, text, proof, offer, callToAction };
}

/** Draws the image with other texts outside a transaction; returns a function that replaces its files in one. */
export function createImageEditor(parts: EditParts) {
  const admit = createUserConcurrencyLimit(editLimits);
  return (preparation: Preparation<EditInput>) =>
    admit(preparation.caller.userId, () => prepareEdit(parts, preparation));
}

async function prepareEdit(parts: EditParts, { input, caller, db, onSettled }: Preparation<EditInput>) {
  const { id, ...changes } = input;
  const image = await sql.findEditableImage(db, id);
  if (image === undefined) throw notFoundError('image', id);
  await assertCanChange(db, image, caller, `Image ${id}`);
  assertEditable(image);
  const { creative, edited } = image.workOrder;
  const texts = { ...textsOf(creative), ...edited?.texts, ...omitUndefined(changes) };
  const picture = await draw(parts, db, image, texts);
  const bytes = picture.bytes.length + picture.thumbnail.length;
  await assertStorageLeft(db, image.scope, bytes, parts.maxBytes);
  const fileKey = await parts.files.store(picture.bytes, picture.mimeType);
  const thumbnailKey = await parts.files.store(picture.thumbnail, picture.thumbnailType);
  // Removes the files that no image refers to: the new ones if the call fails or is a repeat, else the former ones.
  const former = [image.fileKey, image.thumbnailKey].filter((key) => key !== null);
  onSettled(() => parts.files.remove([fileKey, thumbnailKey, ...former]));
  return async (tx: Postgres): Promise<AiImageRow> => {
    await lockScopes(tx, [image.scope]);
    await assertCanChange(tx, image, caller, `Image ${id}`);
    await assertStorageLeft(tx, image.scope, bytes, parts.maxBytes);
    const number = (edited?.number ?? 0) + 1;
    const row = await sql.replaceDrawing(tx, image, { edited: { number, texts }, fileKey, thumbnailKey });
    if (row !== undefined) return row;
    throw new MagpieError('CONFLICT', `Image ${id} was just changed or deleted; reload it and try again.`);
  };
}

function omitUndefined(changes: Omit<EditInput, 'id'>): Partial<AiImageTexts> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function assertEditable({ id, maker, status, layout }: EditableImage): void {
  if (maker !== 'template') {
    const message = `Image ${id} was made by an external service, which draws its text; generate another one instead.`;
    throw new MagpieError('BAD_REQUEST', message);
  }
  if (status === 'succeeded' && layout !== null) return;
  throw new MagpieError(
    'CONFLICT',
    `Image ${id} is ${status}; only texts of finished images can be changed.`,
  );
}

async function draw(
  parts: EditParts,
  db: Postgres,
  image: EditableImage,
  texts: AiImageTexts,
): Promise<PreparedImage> {
  const maker = parts.makers.find((one) => one.maker === 'template');
  if (maker === undefined) throw new Error('There is always a template maker.');
  const { workOrder } = image;
  const creative = { ...workOrder.creative, ...texts };
  const loaded = await buildOrder({ ...parts, db }, { ...image, workOrder: { ...workOrder, creative } });
  const order = withSameImages(loaded, image);
  try {
    const { bytes } = await maker.make(order, () => undefined, new AbortController().signal);
    return await reencodeImage(bytes);
  } catch (error) {
    if (!(error instanceof MakingFailed)) throw error;
    throw error.isRetryable
      ? new MagpieError('SERVICE_UNAVAILABLE', error.message, { retryAfter: 5 })
      : new MagpieError('BAD_REQUEST', error.message);
  }
}

/** Only the texts change: an image that was not available before stays out, and one that is gone is an error. */
function withSameImages(order: Order, { id, workOrder: { shown } }: EditableImage): Order {
  if (shown === undefined) return order;
  if ((shown.picture && order.picture === null) || (shown.logo && order.logo === null)) {
    const what = shown.picture && order.picture === null ? 'picture' : 'logo';
    const message = `The ${what} of image ${id} is no longer available; generate another one instead.`;
    throw new MagpieError('CONFLICT', message);
  }
  return { ...order, picture: shown.picture ? order.picture : null, logo: shown.logo ? order.logo : null };
}
