import {
  mostPictureBytes,
  pictureTooLarge,
  type BrandImage,
  type contract,
  type ParsedInputOf,
} from '@magpie/contract';
import { advertiserId } from '../ads/identity.ts';
import { decodeCursor, listKey, pageFrom } from '../rpc/cursor.ts';
import { MagpieError } from '@magpie/contract/errors';
import { nameOfFile } from '../integrations/images/nameOfFile.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Asking, Call, Caller, Handlers } from '../rpc/procedure.ts';
import {
  lockScopes,
  assertCanEdit,
  assertCanChange,
  type Scoped,
  scopeOf,
  scopesSeenBy,
} from '../rpc/scopes.ts';
import * as sql from './brandImages.sql.ts';
import type { BrandImageRow, NewBrandImage } from './brandImages.sql.ts';
import { editableProduct, holdProductIn, readableProduct } from './cloneProducts.ts';
import { fetchPicture } from './fetchPicture.ts';
import type { Links } from './links.ts';
import { monogramOf } from './monogram.ts';
import { preparePicture, type Prepared } from './pictures.ts';
import { createPlaces, type Places } from './places.ts';
import { refuseTooManyImages, refuseWithoutStudioRoom } from './studioRoom.ts';
import type { StudioParts } from './studio.ts';

type BrandParts = Pick<StudioParts, 'files' | 'links' | 'fetch' | 'drawing' | 'mostBytes' | 'logoOf'>;
type UploadInput = ParsedInputOf<typeof contract.brandImages.upload>;
type KeepInput = ParsedInputOf<typeof contract.brandImages.keep>;
type About = Omit<UploadInput, 'file'>;

/** A picture that is about to be kept, with what is known of it where nothing is said. */
interface Brought {
  readonly picture: Prepared;
  readonly name: string;
  readonly kind: BrandImage['kind'];
  readonly companyName: string | null;
}

/** They wait for each other to be decoded, with some 50 megabytes each. */
const sentAtOnce = { ofAll: 24, ofOne: 16 };
/** Some hosts never answer, and nobody else waits for that: what is sent has places of its own. */
const fetchedAtOnce = { ofAll: 16, ofOne: 4 };

export function brandImagesRouter(parts: BrandParts): Handlers<typeof contract.brandImages> {
  const present = (row: BrandImageRow, { userId }: Caller): BrandImage =>
    presentImage(parts.links, row, userId);
  const keepWith = <Input extends About>(atOnce: Places, bring: (input: Input) => Promise<Brought>) => {
    const admit = createPlaces(atOnce);
    return async (asking: Asking<Input>) => {
      const keep = await admit(asking.caller.userId, () => keptLater(parts, asking, bring));
      return async (call: Call<Input>) => present(await keep(call.db), call.caller);
    };
  };
  return {
    list: async ({ input, caller, db }) => {
      const { companyName, productId = null, limit } = input;
      const list = listKey('brandImages.list', input, caller.userId);
      const cursor = decodeCursor(list, input.cursor);
      if (productId !== null) await readableProduct(db, productId, caller);
      const scopes = await scopesSeenBy(db, caller.userId);
      const wanted = { scopes, productId, advertiserId: idOf(companyName) };
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
      const keys = await sql.deleteBrandImage(db, id);
      if (keys === undefined) throw new MagpieError('NOT_FOUND', `There is no brand image ${id}.`);
      afterCommit(() => parts.files.remove(keys));
      return { success: true };
    },

    upload: { askFirst: keepWith(sentAtOnce, bringSent) },

    keep: { askFirst: keepWith(fetchedAtOnce, (input: KeepInput) => bringFound(parts, input)) },
  };
}

function presentImage(links: Links, row: BrandImageRow, userId: string): BrandImage {
  const { id, name, kind, width, height, mimeType, bytes, companyName, productId, teamId, createdAt } = row;
  return {
    id,
    name,
    kind,
    url: links.to({ kind: 'brand', id, variant: 'file' }, userId),
    thumbnailUrl: links.to({ kind: 'brand', id, variant: 'thumbnail' }, userId),
    width,
    height,
    mimeType,
    bytes,
    companyName,
    productId,
    teamId,
    createdAt: createdAt.toISOString(),
  };
}

async function bringSent({ file }: UploadInput): Promise<Brought> {
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > mostPictureBytes) throw new MagpieError('PAYLOAD_TOO_LARGE', pictureTooLarge);
  const picture = await preparePicture(bytes);
  return { picture, name: 'Picture', kind: 'other', companyName: null };
}

async function bringFound(parts: BrandParts, { url, logoOf = '' }: KeepInput): Promise<Brought> {
  if (url !== undefined) {
    const picture = await fetchPicture(parts.fetch, url);
    return { picture, name: nameOfAddress(url), kind: 'other', companyName: null };
  }
  const advertiser = await parts.logoOf(logoOf);
  const picture =
    advertiser.logo === null
      ? await preparePicture(await parts.drawing.draw(monogramOf(advertiser)))
      : await fetchPicture(parts.fetch, advertiser.logo);
  const { name } = advertiser;
  return { picture, name: shortened(name), kind: 'logo', companyName: name };
}

/** `Summer sale` of `https://example.com/pictures/Summer%20sale.jpg`, else the host. */
function nameOfAddress(address: string): string {
  const { pathname, hostname } = new URL(address);
  try {
    return nameOfFile(decodeURIComponent(pathname)) ?? shortened(hostname);
  } catch {
    return shortened(hostname);
  }
}

/** To what the name of an image may have. */
function shortened(name: string): string {
  return Array.from(name).slice(0, 120).join('').trim();
}

/**
 * Brings a picture and writes its files, while no transaction is open; gives what keeps it in one. Whose it is and
 * whether there is room is asked before anything is fetched, and again when nobody else can change it.
 */
async function keptLater<Input extends About>(
  { files, mostBytes }: BrandParts,
  { input, caller, db, whenAnswered }: Asking<Input>,
  bring: (input: Input) => Promise<Brought>,
): Promise<(tx: Postgres) => Promise<BrandImageRow>> {
  const owner = await ownerFor(db, input, caller);
  const scope = scopeOf(owner);
  await refuseWithoutStudioRoom(db, scope, 1, mostBytes);
  const { picture, ...known } = await bring(input);
  const bytes = picture.bytes.length + picture.thumbnail.length;
  await refuseWithoutStudioRoom(db, scope, bytes, mostBytes);
  const fileKey = await files.store(picture.bytes, picture.mimeType);
  const thumbnailKey = await files.store(picture.thumbnail, picture.thumbnailType);
  // Of a call that was refused in the end, or only repeated another, nothing refers to them.
  whenAnswered(() => files.remove([fileKey, thumbnailKey]));
  return async (tx) => {
    await holdOwner(tx, scope, input, caller);
    const all = { scopes: [scope], productId: null, advertiserId: null };
    refuseTooManyImages(scope, await sql.countBrandImages(tx, all));
    await refuseWithoutStudioRoom(tx, scope, bytes, mostBytes);
    const { width, height } = picture;
    const image = { ...owner, ...described(input, known), width, height, fileKey, thumbnailKey };
    return sql.insertBrandImage(tx, image);
  };
}

function described(
  { name, kind, companyName, productId }: About,
  known: Omit<Brought, 'picture'>,
): Pick<NewBrandImage, 'name' | 'kind' | 'companyName' | 'advertiserId' | 'productId'> {
  const company = companyName ?? known.companyName;
  return {
    name: name ?? known.name,
    kind: kind ?? known.kind,
    companyName: company,
    advertiserId: idOf(company),
    productId: productId ?? null,
  };
}

function idOf(companyName: string | null | undefined): number | null {
  return companyName === undefined || companyName === null ? null : advertiserId(companyName);
}

/** Whose the picture becomes: whose the product is, a team's, or the caller's own; 403 where they may not change that. */
async function ownerFor(db: Postgres, { productId, teamId }: About, caller: Caller): Promise<Scoped> {
  const authorId = caller.userId;
  if (productId === undefined) {
    if (typeof teamId === 'number') await assertCanEdit(db, teamId, caller);
    return { teamId: teamId ?? null, authorId };
  }
  const product = await editableProduct(db, productId, caller);
  if (teamId === undefined || teamId === product.teamId) return { teamId: product.teamId, authorId };
  const whose = product.teamId === null ? 'is of no team' : `belongs to team ${product.teamId}`;
  const message = `Product ${productId} ${whose}, and so do its images; leave 'teamId' out.`;
  throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'teamId', message }] });
}

/** Asks it again, of what nobody else can change any more. */
async function holdOwner(tx: Postgres, scope: string, input: About, caller: Caller): Promise<void> {
  if (input.productId !== undefined) await holdProductIn(tx, scope, input.productId, caller);
  else {
    await lockScopes(tx, [scope]);
    await ownerFor(tx, input, caller);
  }
}
