import { maxImageBytes, imageTooLargeMessage } from '@magpie/contract';
import type { BrandImage, contract, ParsedInputOf } from '@magpie/contract';
import { advertiserId } from '../ads/identity.ts';
import { decodeCursor, listKey, pageFrom } from '../rpc/cursor.ts';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import { halfCapHeight } from '../integrations/drawing/fit.ts';
import { getInitials, styledText } from '../integrations/drawing/lettering.ts';
import type { ImageLayout } from '../integrations/drawing/imageLayout.ts';
import { imageNameFromPath } from '../integrations/images/imageTypes.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Preparation, Call, Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import { lockScopes, assertCanEdit, assertCanChange, toScopeName, visibleScopeNames } from '../rpc/scopes.ts';
import type { Scoped } from '../rpc/scopes.ts';
import * as sql from './brandImages.sql.ts';
import type { BrandImageRow, NewBrandImage } from './brandImages.sql.ts';
import { editableProduct, lockProductInScope, readableProduct } from './cloneProducts.ts';
import type { Links } from './links.ts';
import { fetchImage, reencodeImage, createUserConcurrencyLimit } from './images.ts';
import type { PreparedImage } from './images.ts';
import { deleteImage } from './storedFiles.sql.ts';
import { assertImageCount, assertStorageLeft } from './storageQuota.ts';
import type { AdvertiserLogo, StudioParts } from './studio.ts';

type BrandParts = Pick<
  StudioParts,
  'files' | 'links' | 'fetch' | 'drawing' | 'maxBytes' | 'findLogo' | 'aliases'
>;
type UploadInput = ParsedInputOf<typeof contract.brandImages.upload>;
type KeepInput = ParsedInputOf<typeof contract.brandImages.keep>;
type ImageDetails = Omit<UploadInput, 'file'>;

interface IncomingImage {
  readonly picture: PreparedImage;
  readonly name: string;
  readonly kind: BrandImage['kind'];
  readonly companyName: string | null;
}

/** Uploads wait for each other to be decoded, at about 50 MB each. */
const uploadLimits = { total: 24, perUser: 16 };
/** Separate from uploads, so that hosts that never respond do not block them. */
const fetchLimits = { total: 16, perUser: 4 };

export function brandImagesRouter(parts: BrandParts): ProcedureHandlers<typeof contract.brandImages> {
  const present = (row: BrandImageRow, { userId }: Caller) => presentImage(parts.links, row, userId);
  const saveWith = <Input extends ImageDetails>(
    limits: typeof uploadLimits,
    load: (input: Input) => Promise<IncomingImage>,
  ) => {
    const admit = createUserConcurrencyLimit(limits);
    return async (preparation: Preparation<Input>) => {
      const save = await admit(preparation.caller.userId, () => prepareSave(parts, preparation, load));
      return async (call: Call<Input>) => present(await save(call.db), call.caller);
    };
  };
  return {
    list: async ({ input, caller, db }) => {
      const { companyName, productId = null, limit } = input;
      const list = listKey('brandImages.list', input, caller.userId);
      const cursor = decodeCursor(list, input.cursor);
      if (productId !== null) await readableProduct(db, productId, caller);
      const scopes = await visibleScopeNames(db, caller.userId);
      const wanted = { scopes, productId, advertiserIds: await toAdvertiserIds(parts, companyName) };
      const [total, rows] = await Promise.all([
        sql.countBrandImages(db, wanted),
        sql.listBrandImages(db, wanted, { limit: limit + 1, cursor }),
      ]);
      const { shown, ...rest } = pageFrom(list, rows, limit);
      return { images: shown.map((row) => present(row, caller)), total, ...rest };
    },

    delete: async ({ input: { id }, caller, db, afterCommit }) => {
      const image = await sql.findBrandImage(db, id);
      if (image !== undefined) await assertCanChange(db, image, caller, `Brand image ${id}`);
      const keys = await deleteImage(db, 'brand', id);
      if (keys === undefined) throw notFoundError('brand image', id);
      afterCommit(() => parts.files.remove(keys));
      return { success: true };
    },

    upload: { prepare: saveWith(uploadLimits, loadUpload) },

    keep: { prepare: saveWith(fetchLimits, (input: KeepInput) => loadSource(parts, input)) },
  };
}

function presentImage(links: Links, row: BrandImageRow, userId: string): BrandImage {
  const { authorId: _authorId, createdAt, ...image } = row;
  const linkTo = (variant: 'file' | 'thumbnail'): string =>
    links.urlFor({ kind: 'brand', id: image.id, variant }, userId);
  return {
    ...image,
    url: linkTo('file'),
    thumbnailUrl: linkTo('thumbnail'),
    createdAt: createdAt.toISOString(),
  };
}

async function loadUpload({ file }: UploadInput): Promise<IncomingImage> {
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > maxImageBytes) throw new MagpieError('PAYLOAD_TOO_LARGE', imageTooLargeMessage);
  const picture = await reencodeImage(bytes);
  return { picture, name: 'Picture', kind: 'other', companyName: null };
}

async function loadSource(parts: BrandParts, { url, logoOf = '' }: KeepInput): Promise<IncomingImage> {
  if (url !== undefined) {
    const picture = await fetchImage(parts.fetch, url);
    return { picture, name: nameFromUrl(url), kind: 'other', companyName: null };
  }
  const advertiser = await parts.findLogo(logoOf);
  const picture =
    advertiser.logo === null
      ? await reencodeImage(await parts.drawing.render(layOutMonogram(advertiser)))
      : await fetchImage(parts.fetch, advertiser.logo);
  const { name } = advertiser;
  return { picture, name: truncateName(name), kind: 'logo', companyName: name };
}

const monogramSide = 512;

/** Placeholder for an unknown logo: the advertiser's initials on a colour derived from its id. */
function layOutMonogram({ advertiserId: id, name }: AdvertiserLogo): ImageLayout {
  const text = getInitials(name);
  const size = text.length > 1 ? 200 : 260;
  const letters = {
    ...styledText(text, { weight: 700, isLarge: false, language: null }),
    size,
    color: '#ffffff',
    x: monogramSide / 2,
    align: 'center' as const,
    baseline: monogramSide / 2 + halfCapHeight * size,
  };
  const style = {
    width: monogramSide,
    height: monogramSide,
    backgroundColor: `hsl(${id % 360}, 45%, 42%)`,
  };
  return { width: monogramSide, height: monogramSide, root: { style }, lines: [letters] };
}

/** `Summer sale` of `https://example.com/pictures/Summer%20sale.jpg`, else the host. */
function nameFromUrl(address: string): string {
  const { pathname, hostname } = new URL(address);
  try {
    return imageNameFromPath(decodeURIComponent(pathname)) ?? truncateName(hostname);
  } catch {
    return truncateName(hostname);
  }
}

function truncateName(name: string): string {
  return Array.from(name).slice(0, 120).join('').trim();
}

/**
 * Loads a picture and writes its files outside a transaction; returns a function that saves it in one. Owner and quota
 * are checked before anything is fetched, and again under the lock.
 */
async function prepareSave<Input extends ImageDetails>(
  { files, maxBytes }: BrandParts,
  { input, caller, db, onSettled }: Preparation<Input>,
  load: (input: Input) => Promise<IncomingImage>,
): Promise<(tx: Postgres) => Promise<BrandImageRow>> {
  const owner = await ownerFor(db, input, caller);
  const scope = toScopeName(owner);
  await assertStorageLeft(db, scope, 1, maxBytes);
  const { picture, ...known } = await load(input);
  const bytes = picture.bytes.length + picture.thumbnail.length;
  await assertStorageLeft(db, scope, bytes, maxBytes);
  const fileKey = await files.store(picture.bytes, picture.mimeType);
  const thumbnailKey = await files.store(picture.thumbnail, picture.thumbnailType);
  // Removes the files if the call fails or is an idempotent repeat, since no image refers to them then.
  onSettled(() => files.remove([fileKey, thumbnailKey]));
  return async (tx) => {
    await lockOwner(tx, scope, input, caller);
    const all = { scopes: [scope], productId: null, advertiserIds: null };
    assertImageCount(scope, await sql.countBrandImages(tx, all));
    await assertStorageLeft(tx, scope, bytes, maxBytes);
    const { width, height } = picture;
    const image = { ...owner, ...imageFields(input, known), width, height, fileKey, thumbnailKey };
    return sql.insertBrandImage(tx, image);
  };
}

function imageFields(
  { name, kind, companyName, productId }: ImageDetails,
  known: Omit<IncomingImage, 'picture'>,
): Pick<NewBrandImage, 'name' | 'kind' | 'companyName' | 'advertiserId' | 'productId'> {
  const company = companyName ?? known.companyName;
  return {
    name: name ?? known.name,
    kind: kind ?? known.kind,
    companyName: company,
    advertiserId: toAdvertiserId(company),
    productId: productId ?? null,
  };
}

/** An image has the id of the name with which it was saved. */
async function toAdvertiserIds(
  { aliases }: Pick<BrandParts, 'aliases'>,
  companyName: string | undefined,
): Promise<readonly number[] | null> {
  if (companyName === undefined) return null;
  const id = advertiserId(companyName);
  // Also works while the index is unavailable.
  return aliases.relatedIds([id]).catch(() => [id]);
}

function toAdvertiserId(companyName: string | null | undefined): number | null {
  return companyName === undefined || companyName === null ? null : advertiserId(companyName);
}

/** The owner of the product, the given team, or the caller; 403 if the caller may not change it. */
async function ownerFor(db: Postgres, { productId, teamId }: ImageDetails, caller: Caller): Promise<Scoped> {
  const authorId = caller.userId;
  if (productId === undefined) {
    if (typeof teamId === 'number') await assertCanEdit(db, teamId, caller);
    return { teamId: teamId ?? null, authorId };
  }
  const product = await editableProduct(db, productId, caller);
  if (teamId === undefined || teamId === product.teamId) return { teamId: product.teamId, authorId };
  const owner = product.teamId === null ? 'belongs to no team' : `belongs to team ${product.teamId}`;
  const message = `Product ${productId} ${owner}, and its images do too; omit \`teamId\`.`;
  throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'teamId', message }] });
}

async function lockOwner(tx: Postgres, scope: string, input: ImageDetails, caller: Caller): Promise<void> {
  if (input.productId !== undefined) await lockProductInScope(tx, scope, input.productId, caller);
  else {
    await lockScopes(tx, [scope]);
    await ownerFor(tx, input, caller);
  }
}
