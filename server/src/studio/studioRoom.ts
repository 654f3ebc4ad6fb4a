import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Maker } from './makers/maker.ts';
import * as sql from './storedFiles.sql.ts';

/** Of brand images, and of generated ones, of one person or team: also a row without a file takes room. */
const mostImages = 10_000;

/** In a transaction that holds the scope's lock: 409 when there are as many images of a kind as there may be. */
export function refuseTooManyImages(scope: string, images: number): void {
  if (images < mostImages) return;
  throw new MagpieError(
    'CONFLICT',
    `There are ${mostImages.toLocaleString('en')} images of ${nameOf(scope)}, which are the most; delete some first.`,
  );
}

function nameOf(scope: string): string {
  return scope.startsWith('team:') ? 'this team' : 'this account';
}

/** The images of one maker that nobody has seen yet are taken to be of this size each, thumbnail included. */
const expectedBytes: Readonly<Record<Maker['maker'], number>> = {
  template: 400 * 1024,
  endpoint: 2 * 1024 * 1024,
};
/** So many of a maker tell better how large the next will be. */
const enoughToTell = 5;

/** 409, in a transaction that holds the scope's lock, when these bytes would be more than its images may come to. */
export async function refuseWithoutStudioRoom(
  tx: Postgres,
  scope: string,
  bytes: number,
  mostBytes: number,
): Promise<void> {
  const used = await sql.usedBytes(tx, scope);
  const { unfinished } = await expectedOf(tx, scope, null);
  refuseBeyond(mostBytes, { scope, used, unfinished, bytes, isAbout: false });
}

interface ImageToMake {
  readonly scope: string;
  readonly maker: Maker['maker'];
  /** Null while it is about to be asked for. */
  readonly id: number | null;
}

/**
 * 409 when an image would probably find no room once it is made, and paid for. Room is given in the order in which
 * images were asked for: each counts those before it, so nobody need wait for anybody else's answer.
 */
export async function refuseWithoutRoomToMake(
  db: Postgres,
  { scope, maker, id }: ImageToMake,
  mostBytes: number,
): Promise<void> {
  const used = await sql.usedBytes(db, scope);
  const { unfinished, each } = await expectedOf(db, scope, id);
  refuseBeyond(mostBytes, { scope, used, unfinished, bytes: each[maker], isAbout: true });
}

/** In a transaction that holds the scope's lock: an image that is made is kept, whatever else is to be made. */
export async function refuseWithoutRoomToKeep(
  tx: Postgres,
  scope: string,
  bytes: number,
  mostBytes: number,
): Promise<void> {
  const used = await sql.usedBytes(tx, scope);
  refuseBeyond(mostBytes, { scope, used, unfinished: 0, bytes, isAbout: false });
}

/** What an image of each maker comes to, and all together that wait or are being made, of those before the given one. */
async function expectedOf(
  db: Postgres,
  scope: string,
  before: number | null,
): Promise<{ readonly unfinished: number; readonly each: Readonly<Record<Maker['maker'], number>> }> {
  const each = { ...expectedBytes };
  for (const { maker, images, bytes } of await sql.sizesOfMade(db, scope)) {
    if (images >= enoughToTell) each[maker] = bytes;
  }
  const waiting = await sql.unfinishedByMaker(db, scope, before);
  return { unfinished: waiting.reduce((sum, { maker, images }) => sum + images * each[maker], 0), each };
}

interface Needed {
  readonly scope: string;
  readonly used: number;
  /** What those come to that wait or are being made. */
  readonly unfinished: number;
  readonly bytes: number;
  readonly isAbout: boolean;
}

function refuseBeyond(mostBytes: number, { scope, used, unfinished, bytes, isAbout }: Needed): void {
  const left = mostBytes - used - unfinished;
  if (bytes <= left) return;
  const [whose, most] = [nameOf(scope), sizeOf(mostBytes, Math.round)];
  const others = unfinished > 0 ? 'those that wait or are being made' : null;
  throw new MagpieError(
    'CONFLICT',
    left <= 0
      ? `The images of ${whose}${others === null ? '' : `, with ${others},`} fill the ${most} that they may come to; delete some first.`
      : `The images of ${whose} may come to ${most}, of which ${sizeOf(left, Math.floor)} are left${others === null ? '' : ` beside ${others}`}, and this takes ${isAbout ? 'about ' : ''}${sizeOf(bytes, Math.ceil)}; delete some first.`,
  );
}

/** Rounded so that what is left never looks like enough. */
function sizeOf(bytes: number, round: (value: number) => number): string {
  if (bytes < 1024 * 1024) return `${round(bytes / 1024)} kB`;
  return `${(round((bytes / 1024 / 1024) * 10) / 10).toLocaleString('en')} MB`;
}
