import type { FileStore } from '../integrations/storage/fileStore.ts';
import { imageExtensions, type ImageType } from '../integrations/images/imageTypes.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { lockScopes, type Scoped, toScopeName } from '../rpc/scopes.ts';
import * as sql from './ownership.sql.ts';

/** Transfers a member's products and images in a team to another author. They stay in the team. */
export async function handOverStudio(
  tx: Postgres,
  { teamId, from, to }: { readonly teamId: number; readonly from: string; readonly to: string },
): Promise<void> {
  await lockScopes(tx, [toScopeName({ teamId, authorId: from })]);
  await sql.changeStudioAuthor(tx, teamId, from, to);
}

/**
 * Returns a team's products and images to their authors. Must run before boards are returned: it locks the scopes of
 * all authors at once, in the global lock order, which prevents deadlocks.
 */
export async function returnStudio(tx: Postgres, teamId: number): Promise<void> {
  await lockScopes(tx, [toScopeName({ teamId, authorId: '' })]);
  const authors = await sql.listAuthors(tx, teamId);
  await lockScopes(
    tx,
    authors.map((authorId) => toScopeName({ teamId: null, authorId })),
  );
  await sql.returnImagesToAuthors(tx, teamId);
  await sql.returnProductsToAuthors(tx, teamId);
}

export async function deleteStudio(tx: Postgres, owner: Scoped): Promise<void> {
  const scope = toScopeName(owner);
  await lockScopes(tx, [scope]);
  await sql.deleteByScope(tx, scope);
}

interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
}

const rowsInFile = 100;

/** A person's own products and images for their account archive. Each picture precedes the list that names it. */
export function exportPersonalStudio(files: Pick<FileStore, 'read'>) {
  return async function* (tx: Postgres, userId: string): AsyncGenerator<ArchivedFile> {
    const scope = toScopeName({ teamId: null, authorId: userId });
    for (const part of Object.keys(sql.exportedParts) as (keyof typeof sql.exportedParts)[]) {
      for (let after = 0, number = 1; ; number += 1) {
        const rows = await sql.listExportedPart(tx, part, scope, after, rowsInFile);
        const last = rows.at(-1);
        if (last === undefined) break;
        yield* readFiles(tx, files, part, number, rows);
        after = last.id;
      }
    }
  };
}

async function* readFiles(
  tx: Postgres,
  files: Pick<FileStore, 'read'>,
  part: keyof typeof sql.exportedParts,
  number: number,
  rows: readonly sql.ExportedRow[],
): AsyncGenerator<ArchivedFile> {
  const lines: string[] = [];
  for (const { fileKey, mimeType, ...row } of rows) {
    // Reading from remote storage may take long; without a query the transaction would hit the idle timeout.
    await sql.resetIdleTimeout(tx);
    const content = typeof fileKey === 'string' ? await files.read(fileKey) : null;
    const file = `account/${part}/${row.id}.${imageExtensions[mimeType as ImageType]}`;
    if (content !== null) yield { name: file, content };
    const record = fileKey === undefined ? row : { ...row, file: content === null ? null : file };
    lines.push(`${JSON.stringify(record)}\n`);
  }
  yield { name: `account/${part}-${number}.jsonl`, content: Buffer.from(lines.join('')) };
}
