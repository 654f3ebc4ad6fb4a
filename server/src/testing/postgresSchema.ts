import type { Postgres } from '../db/postgres/postgres.ts';
import {
  type Piece,
  readColumns,
  readConstraints,
  readExtensions,
  readIndexes,
  readOthers,
} from './postgresSchema.sql.ts';

const header = `-- The whole schema as the migrations leave it, read back from PostgreSQL's catalog: for reading and for
-- comparing. Change it with a new migration, then \`npm run schema:dump\`.`;

/** The schema as statements that would make it: the same text from every version of PostgreSQL. */
export async function dumpSchema(db: Postgres): Promise<string> {
  const [extensions, columns, constraints, indexes, references, others] = await Promise.all([
    readExtensions(db),
    readColumns(db),
    readConstraints(db, false),
    readIndexes(db),
    readConstraints(db, true),
    readOthers(db),
  ]);
  const tables = [...new Set(columns.map(({ owner }) => owner))].map((table) =>
    statement(
      [`CREATE TABLE ${table} (`, lines(table, [...columns, ...constraints]), ')'].join('\n'),
      table,
      indexes,
    ),
  );
  const links = references.map(({ owner, text }) => `ALTER TABLE ${owner} ADD ${text};`);
  return (
    [header, join(extensions), ...tables, links.join('\n'), ...others.map(({ text }) => `${text};`), '']
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function join(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => `${text};`).join('\n');
}

function lines(table: string, pieces: readonly Piece[]): string {
  return pieces
    .filter(({ owner }) => owner === table)
    .map(({ text }) => `  ${text}`)
    .join(',\n');
}

function statement(create: string, table: string, indexes: readonly Piece[]): string {
  const own = indexes.filter(({ owner }) => owner === table).map(({ text }) => `${text};`);
  return [`${create};`, ...own].join('\n');
}
