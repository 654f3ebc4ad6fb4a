import type { FileStore, OpenFile } from '../integrations/storage/fileStore.ts';
import { imageExtensions, type ImageType } from '../integrations/images/imageTypes.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { visibleScopeNames } from '../rpc/scopes.ts';
import { verifySignedText, signText } from '../rpc/signedText.ts';
import * as sql from './storedFiles.sql.ts';

const purpose = 'file of an image';
const millisecondsOfHour = 3_600_000;

interface LinkOptions {
  readonly secret: string;
  readonly siteUrl: () => string;
  readonly now?: () => Date;
}

export type Links = ReturnType<typeof createLinks>;

/** Signed, expiring URLs that a browser can load without an API key. */
export function createLinks({ secret, siteUrl, now = () => new Date() }: LinkOptions) {
  return {
    /** Valid for this user while they can read the image, and for one to two hours. */
    urlFor({ kind, id, variant }: sql.LinkedImage, userId: string, edits = 0): string {
      // A changed picture has another URL, so that browsers do not show the cached one.
      const payload = [kind, id, variant, userId, ...(edits > 0 ? [edits] : [])];
      const token = signText(secret, purpose, JSON.stringify(payload), expiryAt(now()));
      return `${siteUrl()}/files/${token}`;
    },
  };
}

/** Rounded to the hour, so that the URL stays the same and browsers can cache the picture. */
function expiryAt(now: Date): Date {
  return new Date((Math.floor(now.getTime() / millisecondsOfHour) + 2) * millisecondsOfHour);
}

export interface LinkedFile {
  readonly type: string;
  readonly bytes: number;
  /** File name for downloads: letters, digits, `-` and one dot. */
  readonly name: string;
  /** Changes with the content. */
  readonly tag: string;
  open(): Promise<OpenFile | null>;
}

/**
 * Resolves the token of a link. Null if the signature is wrong, the link expired, the image was deleted, or its user
 * can no longer read the image.
 */
export function openLinked(
  db: Postgres,
  files: FileStore,
  secret: string,
  now = () => new Date(),
): (token: string) => Promise<LinkedFile | null> {
  return async (token) => {
    const payload = verifySignedText(secret, purpose, token, now());
    if (payload === null) return null;
    const [kind, id, variant, userId] = JSON.parse(payload) as Payload;
    const image = { kind, id, variant };
    const file = await sql.findLinkedFile(db, image, await visibleScopeNames(db, userId));
    if (file === undefined) return null;
    const { key, mimeType: type, bytes } = file;
    const tag = key.slice(key.lastIndexOf('/') + 1);
    return { type, bytes, tag, name: downloadName(image, file), open: () => files.open(key) };
  };
}

/** Signed by this service, so the shape is trusted. */
type Payload = [kind: sql.ImageKind, id: number, variant: sql.ImageVariant, userId: string, edits?: number];

function downloadName({ id, variant }: sql.LinkedImage, { name, mimeType }: sql.LinkedFileRow): string {
  const letters = (name ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z\d]+/gi, '-');
  const stem = letters.slice(0, 60).replaceAll(/^-+|-+$/g, '') || `image-${id}`;
  const extension = imageExtensions[mimeType as ImageType] ?? 'bin';
  return `${stem}${variant === 'thumbnail' ? '-thumbnail' : ''}.${extension}`;
}
