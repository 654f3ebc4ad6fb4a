import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import { writeZip, type ZipEntry } from '../integrations/zip.ts';
import type { Caller } from '../rpc/procedure.ts';
import { readableBoard } from './boards.ts';
import * as sql from './creativesZip.sql.ts';
import { mediaExtensions } from './media/mediaTypes.ts';
import { fileKey } from './media/storePicture.ts';

const maxFiles = 5000;
const maxBytes = 2 * 1024 ** 3;

export interface CreativesZip {
  readonly fileName: string;
  readonly chunks: AsyncGenerator<Buffer>;
}

/** All kept images and videos of a board. One file at a time is in memory. */
export function creativesZip(db: Postgres, files: Pick<FileStore, 'read'>, limits = { maxFiles, maxBytes }) {
  return async (boardId: number, caller: Caller): Promise<CreativesZip> => {
    const board = await readableBoard(db, boardId, caller);
    const creatives = await sql.listCreatives(db, boardId, limits.maxFiles + 1);
    const bytes = creatives.reduce((sum, creative) => sum + creative.bytes, 0);
    if (creatives.length > limits.maxFiles || bytes > limits.maxBytes) {
      throw new MagpieError(
        'BAD_REQUEST',
        `The creatives of a board can be downloaded up to ${limits.maxFiles} files and ${Math.round(limits.maxBytes / 1024 ** 2)} MB; download a smaller board.`,
      );
    }
    if (creatives.length === 0) {
      throw new MagpieError(
        'NOT_FOUND',
        'No image or video of this board is kept yet; try again in a minute.',
      );
    }
    return { fileName: `${safeName(board.name)}.zip`, chunks: writeZip(entries(files, creatives)) };
  };
}

async function* entries(
  files: Pick<FileStore, 'read'>,
  creatives: readonly sql.KeptCreative[],
): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  for (const [creative, name] of nameCreatives(creatives)) {
    const content = await files.read(fileKey(creative.sha256));
    if (content === null) missing.push(name);
    else yield { name, modifiedAt: creative.savedAt, content };
  }
  if (missing.length === 0) return;
  const content = Buffer.from(`These files could not be read:\n${missing.join('\n')}\n`);
  yield { name: 'missing.txt', modifiedAt: new Date(), content };
}

/** Numbered within an ad that has several. */
function nameCreatives(creatives: readonly sql.KeptCreative[]): ReadonlyMap<sql.KeptCreative, string> {
  const counts = new Map<string, number>();
  for (const { hash } of creatives) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return new Map(
    creatives.map((creative) => {
      const { hash, brand, type } = creative;
      const number = (numbers.get(hash) ?? 0) + 1;
      numbers.set(hash, number);
      const suffix = counts.get(hash) === 1 ? '' : ` ${number}`;
      return [creative, `${safeName(brand)} ${hash.slice(0, 8)}${suffix}.${mediaExtensions[type]}`];
    }),
  );
}

/** Without characters that a file system or a header rejects. */
function safeName(name: string): string {
  const safe = name
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 80)
    .trim();
  return safe === '' ? 'Magpie' : safe;
}
