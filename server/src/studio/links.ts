import type { FileStore, OpenFile } from '../integrations/storage/fileStore.ts';
import { extensions, type PictureType } from '../integrations/images/pictureTypes.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { scopesSeenBy } from '../rpc/scopes.ts';
import { readSigned, signed } from '../rpc/signedText.ts';
import * as sql from './storedFiles.sql.ts';

/** What a link leads to: the file of an image, or its thumbnail. */
export interface LinkedImage {
  readonly kind: sql.ImageKind;
  readonly id: number;
  readonly variant: sql.ImageVariant;
}

/** Addresses of files that a browser can show without a key, for a while. */
export interface Links {
  /** For this person: it works as long as they see the image, and one to two hours at most. */
  to(image: LinkedImage, userId: string): string;
}

interface LinksParts {
  readonly secret: string;
  readonly siteAddress: () => string;
  readonly now?: () => Date;
}

const purpose = 'file of an image';
const millisecondsOfHour = 3_600_000;

export function createLinks({ secret, siteAddress, now = () => new Date() }: LinksParts): Links {
  return {
    to({ kind, id, variant }, userId) {
      const token = signed(secret, purpose, JSON.stringify([kind, id, variant, userId]), expiryAt(now()));
      return `${siteAddress()}/files/${token}`;
    },
  };
}

/** By the hour, so that the same address comes again within one and a browser need not fetch the picture anew. */
function expiryAt(now: Date): Date {
  return new Date((Math.floor(now.getTime() / millisecondsOfHour) + 2) * millisecondsOfHour);
}

/** A file that a link leads to, not yet opened. */
export interface LinkedFile {
  readonly type: string;
  readonly bytes: number;
  /** What it is saved as: letters, digits, `-` and one dot. */
  readonly name: string;
  /** Another one for every other content. */
  readonly tag: string;
  /** Null when it was deleted just now. */
  open(): Promise<OpenFile | null>;
}

/**
 * Finds what the end of a link leads to; null when it was not made here, its time is over, the image is gone, or the
 * person whom it was made for does not see it any more.
 */
export function openLinked(
  db: Postgres,
  files: FileStore,
  secret: string,
  now = () => new Date(),
): (token: string) => Promise<LinkedFile | null> {
  return async (token) => {
    const payload = readSigned(secret, purpose, token, now());
    if (payload === null) return null;
    const [kind, id, variant, userId] = JSON.parse(payload) as Payload;
    const image = { kind, id, variant };
    const file = await sql.fileOfImage(db, image, await scopesSeenBy(db, userId));
    if (file === undefined) return null;
    const { key, mimeType: type, bytes } = file;
    const tag = key.slice(key.lastIndexOf('/') + 1);
    return { type, bytes, tag, name: nameOf(image, file), open: () => files.open(key) };
  };
}

/** As it was signed here, so it has this form. */
type Payload = [kind: sql.ImageKind, id: number, variant: sql.ImageVariant, userId: string];

/** Any system can save a file under this name, whatever the image is called. */
function nameOf({ id, variant }: LinkedImage, { name, mimeType }: sql.LinkedFileRow): string {
  const letters = (name ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z\d]+/gi, '-');
  const stem = letters.slice(0, 60).replaceAll(/^-+|-+$/g, '') || `image-${id}`;
  const extension = extensions[mimeType as PictureType] ?? 'bin';
  return `${stem}${variant === 'thumbnail' ? '-thumbnail' : ''}.${extension}`;
}
