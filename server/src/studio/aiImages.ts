import { randomInt } from 'node:crypto';
import type { Ad, AiImage, contract, ParsedInputOf } from '@magpie/contract';
import { decodeCursor, listKey, pageFrom } from '../rpc/cursor.ts';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Preparation, Call, Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import { assertCanChange, assertCanRead, toScopeName, visibleScopeNames } from '../rpc/scopes.ts';
import * as sql from './aiImages.sql.ts';
import type { AiImageRow, NewImage, WorkOrder } from './aiImages.sql.ts';
import { findBrandImage, findNewestBrandImage } from './brandImages.sql.ts';
import { buildCreative, payloadFor } from './clone/payload.ts';
import type { ProductRow } from './cloneProducts.sql.ts';
import { createImageEditor, textsOf } from './editImage.ts';
import { editableProduct, lockProductInScope, presentProduct, readableProduct } from './cloneProducts.ts';
import type { Maker } from './makers/maker.ts';
import { assertImageCount, assertStorageToMake } from './storageQuota.ts';
import { deleteImage } from './storedFiles.sql.ts';
import type { StudioParts } from './studio.ts';

type ImageParts = Pick<
  StudioParts,
  | 'files'
  | 'links'
  | 'makers'
  | 'copywriter'
  | 'fetch'
  | 'findReadableAd'
  | 'readReference'
  | 'maxBytes'
  | 'log'
>;

/** Per person or team, so that one owner cannot fill the queue for days. */
const maxUnfinished = 50;

type GenerateInput = ParsedInputOf<typeof contract.aiImages.generate>;

export function aiImagesRouter(parts: ImageParts): ProcedureHandlers<typeof contract.aiImages> {
  const { links, makers } = parts;
  const prepareEdit = createImageEditor(parts);
  const present = (row: AiImageRow, { userId }: Caller): AiImage => presentImage(links, row, userId);
  return {
    list: async ({ input, caller, db }) => {
      const { productId = null, limit } = input;
      const list = listKey('aiImages.list', input, caller.userId);
      const cursor = decodeCursor(list, input.cursor);
      if (productId !== null) await readableProduct(db, productId, caller);
      const wanted = { scopes: await visibleScopeNames(db, caller.userId), productId };
      const [total, rows] = await Promise.all([
        sql.countImages(db, wanted),
        sql.listImages(db, wanted, { limit: limit + 1, cursor }),
      ]);
      const { shown, hasMore, nextCursor } = pageFrom(list, rows, limit);
      return { images: shown.map((row) => present(row, caller)), total, hasMore, nextCursor };
    },

    get: async ({ input: { id }, caller, db }) => {
      const image = await requireImage(db, id);
      await assertCanRead(db, image, caller, `Image ${id}`);
      return present(image, caller);
    },

    generate: {
      prepare: async (preparation) => {
        const image = await prepareImage(parts, preparation);
        return async (call) => present(await enqueueImage(call, image, parts.maxBytes), call.caller);
      },
    },

    edit: {
      prepare: async (preparation) => {
        const save = await prepareEdit(preparation);
        return async ({ db, caller }) => present(await save(db), caller);
      },
    },

    cancel: async ({ input: { id }, caller, db }) => {
      await assertImageChangeable(db, id, caller);
      await sql.cancelImage(db, id);
      return present(await requireImage(db, id), caller);
    },

    delete: async ({ input: { id }, caller, db, afterCommit }) => {
      await assertImageChangeable(db, id, caller);
      const keys = await deleteImage(db, 'ai', id);
      afterCommit(() => parts.files.remove(keys ?? []));
      return { success: true };
    },

    listMakers: () => ({
      makers: makers.map(({ maker, model, costEstimate, aspectRatios, layouts }) => ({
        maker,
        model,
        costEstimate,
        aspectRatios: [...aspectRatios],
        layouts: [...layouts],
      })),
    }),
  };
}

async function requireImage(db: Postgres, id: number): Promise<AiImageRow> {
  const image = await sql.findImage(db, id);
  if (image === undefined) throw notFoundError('image', id);
  return image;
}

async function assertImageChangeable(db: Postgres, id: number, caller: Caller): Promise<void> {
  await assertCanChange(db, await requireImage(db, id), caller, `Image ${id}`);
}

/** Prepares the image outside the transaction, because the copywriter may take seconds. */
async function prepareImage(parts: ImageParts, preparation: Preparation<GenerateInput>): Promise<NewImage> {
  const { input, caller, db } = preparation;
  const maker = chooseMaker(parts.makers, input);
  const product = await editableProduct(db, input.productId, caller);
  if (input.brandImageId !== undefined) await assertBrandImageReadable(db, input.brandImageId, caller);
  const ad =
    input.sourceAdHash === undefined ? null : await parts.findReadableAd(db, caller, input.sourceAdHash);
  const seed = input.seed ?? randomInt(2 ** 31);
  const [{ prompt, workOrder }, reference] = await Promise.all([
    buildWorkOrder(parts, preparation, { row: product, ad, seed }),
    readLayout(parts, maker, input, ad),
  ]);
  return {
    authorId: caller.userId,
    teamId: product.teamId,
    productId: product.id,
    sourceAdHash: ad?.hash ?? null,
    costEstimate: maker.costEstimate,
    maker: maker.maker,
    model: maker.model,
    layout: input.layout ?? null,
    aspectRatio: input.aspectRatio,
    seed,
    prompt,
    workOrder: { ...workOrder, ...reference },
  };
}

/** Only templates without a given layout follow the picture of the ad. */
async function readLayout(
  { readReference }: ImageParts,
  { maker }: Maker,
  { layout }: GenerateInput,
  ad: Ad | null,
): Promise<Pick<WorkOrder, 'reference'>> {
  if (maker !== 'template' || layout !== undefined || ad === null) return {};
  return { reference: await readReference(ad) };
}

async function buildWorkOrder(
  { copywriter }: ImageParts,
  { input, caller, db }: Preparation<GenerateInput>,
  { row, ad, seed }: { readonly row: ProductRow; readonly ad: Ad | null; readonly seed: number },
): Promise<{ prompt: string; workOrder: WorkOrder }> {
  const product = presentProduct(row);
  const payload = await payloadFor({ userId: caller.userId, copywriter }, ad, product, {
    shape: input.aspectRatio,
    variant: seed,
  });
  const picture = input.brandImageId ?? (await findNewestBrandImage(db, row.id, 'product'));
  const logo = await findNewestBrandImage(db, row.id, 'logo');
  return {
    prompt: input.prompt ?? payload.prompt,
    workOrder: {
      creative: buildCreative(product, payload, input.prompt ?? null),
      negativePrompt: payload.negativePrompt,
      picture: { brandImageId: picture, url: product.images[0] ?? null },
      logo: { brandImageId: logo, url: product.logoUrl },
    },
  };
}

/** The requested maker; templates if a layout is given; otherwise the first configured maker. */
function chooseMaker(makers: readonly Maker[], { maker, layout }: GenerateInput): Maker {
  if (maker === 'endpoint' && layout !== undefined) {
    throw new MagpieError(
      'BAD_REQUEST',
      '`layout` works with the template maker only; omit `layout`, or set `maker` to "template".',
    );
  }
  const wanted = maker ?? (layout === undefined ? makers[0]?.maker : 'template');
  const chosen = makers.find((one) => one.maker === wanted);
  if (chosen !== undefined) return chosen;
  throw new MagpieError(
    'BAD_REQUEST',
    'No image service is configured; omit `maker`, or set it to "template".',
  );
}

async function assertBrandImageReadable(db: Postgres, id: number, caller: Caller): Promise<void> {
  const image = await findBrandImage(db, id);
  if (image === undefined) throw notFoundError('brand image', id);
  await assertCanRead(db, image, caller, `Brand image ${id}`);
}

/** Any node may make the image. Rechecks access to the product and the storage quota under the scope's lock. */
async function enqueueImage({ caller, db }: Call<unknown>, image: NewImage, mostBytes: number) {
  const scope = toScopeName(image);
  await lockProductInScope(db, scope, image.productId, caller);
  if ((await sql.countUnfinished(db, scope)) >= maxUnfinished) {
    const whose = image.teamId === null ? 'your' : `team ${image.teamId}'s`;
    throw new MagpieError(
      'CONFLICT',
      `${maxUnfinished} of ${whose} images are queued or running, which is the maximum; wait for some to finish, or cancel them.`,
    );
  }
  assertImageCount(scope, await sql.countImages(db, { scopes: [scope], productId: null }));
  await assertStorageToMake(db, { scope, maker: image.maker, id: null }, mostBytes);
  return sql.insertImage(db, image);
}

function presentImage(links: StudioParts['links'], row: AiImageRow, userId: string): AiImage {
  const {
    authorId: _authorId,
    createdAt,
    creative,
    edited,
    referenceType: _type,
    referenceRoles: _roles,
    ...image
  } = row;
  const isThere = image.status === 'succeeded';
  const edits = edited?.number ?? 0;
  const texts = image.maker === 'template' && creative !== null ? (edited?.texts ?? textsOf(creative)) : null;
  const linkTo = (variant: 'file' | 'thumbnail'): string | null =>
    isThere ? links.urlFor({ kind: 'ai', id: image.id, variant }, userId, edits) : null;
  return {
    ...image,
    url: linkTo('file'),
    thumbnailUrl: linkTo('thumbnail'),
    referenceLayout: referenceLayoutOf(row),
    texts,
    shownTexts: shownTextsOf(row),
    edits,
    createdAt: createdAt.toISOString(),
  };
}

/** A quote has the proof in large type, and neither text nor offer. An offer without a region is below the headline. */
function shownTextsOf({ layout, referenceRoles }: AiImageRow): AiImage['shownTexts'] {
  if (layout === null) return [];
  if (layout === 'quote') return ['proof', 'headline', 'callToAction'];
  if (layout !== 'reference') return ['headline', 'text', 'offer', 'callToAction'];
  return [
    'headline',
    ...(referenceRoles.includes('text') ? (['text'] as const) : []),
    'offer',
    ...(referenceRoles.includes('button') ? (['callToAction'] as const) : []),
  ];
}

function referenceLayoutOf({ referenceType, layout, status }: AiImageRow): AiImage['referenceLayout'] {
  if (referenceType === null) return null;
  if (referenceType === 'null') return 'notDetected';
  if (layout === 'reference') return 'followed';
  return status === 'succeeded' ? 'notFitting' : null;
}
