import type { FileStore } from '../integrations/storage/fileStore.ts';
import { extensions, type PictureType } from '../integrations/images/pictureTypes.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { lockScopes, type Scoped, scopeOf } from '../rpc/scopes.ts';
import * as sql from './ownership.sql.ts';

interface HandOver {
  readonly teamId: number;
  readonly from: string;
  readonly to: string;
}

/** Makes somebody else the author of the products and images of a person in a team; they stay where they are. */
export async function handOverStudio(tx: Postgres, { teamId, from, to }: HandOver): Promise<void> {
  await lockScopes(tx, [scopeOf({ teamId, authorId: from })]);
  await sql.changeAuthor(tx, teamId, from, to);
}

/**
 * Gives the products and images of a team to their authors. Done before boards are given back: this locks the scopes of
 * all authors at once, in the order in which everybody locks them.
 */
export async function returnStudio(tx: Postgres, teamId: number): Promise<void> {
  await lockScopes(tx, [scopeOf({ teamId, authorId: '' })]);
  const authors = await sql.authorsIn(tx, teamId);
  await lockScopes(
    tx,
    authors.map((authorId) => scopeOf({ teamId: null, authorId })),
  );
  await sql.giveImagesBack(tx, teamId);
  await sql.giveProductsBack(tx, teamId);
}

/** Deletes every product and image of a person or team; their files go with the next housekeeping. */
export async function deleteStudio(tx: Postgres, owner: Scoped): Promise<void> {
  const scope = scopeOf(owner);
  await lockScopes(tx, [scope]);
  await sql.deleteOfScope(tx, scope);
}

/** A file of an archive. */
interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
}

const rowsInFile = 100;

/** The products and images of a person outside teams, for the archive of their account: each picture before the list that names it. */
export function studioOfPerson(files: Pick<FileStore, 'read'>) {
  return async function* (tx: Postgres, userId: string): AsyncGenerator<ArchivedFile> {
    const scope = scopeOf({ teamId: null, authorId: userId });
    for (const part of Object.keys(sql.exportedParts) as (keyof typeof sql.exportedParts)[]) {
      for (let after = 0, number = 1; ; number += 1) {
        const rows = await sql.exportedPartAfter(tx, part, scope, after, rowsInFile);
        const last = rows.at(-1);
        if (last === undefined) break;
        yield* filesOf(tx, files, part, number, rows);
        after = last.id;
      }
    }
  };
}

async function* filesOf(
  tx: Postgres,
  files: Pick<FileStore, 'read'>,
  part: keyof typeof sql.exportedParts,
  number: number,
  rows: readonly sql.ExportedRow[],
): AsyncGenerator<ArchivedFile> {
  const lines: string[] = [];
  for (const { fileKey, mimeType, ...row } of rows) {
    // A storage elsewhere may be slow, and the transaction would count as idle.
    await sql.stayAwake(tx);
    const content = typeof fileKey === 'string' ? await files.read(fileKey) : null;
    const file = `account/${part}/${row.id}.${extensions[mimeType as PictureType]}`;
    if (content !== null) yield { name: file, content };
    const told = fileKey === undefined ? row : { ...row, file: content === null ? null : file };
    lines.push(`${JSON.stringify(told)}\n`);
  }
  yield { name: `account/${part}-${number}.jsonl`, content: Buffer.from(lines.join('')) };
}
