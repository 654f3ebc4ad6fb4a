import type { Postgres } from '../db/postgres/postgres.ts';

export interface TextTagsRow {
  readonly textHash: string;
  readonly tags: readonly number[];
}

export function findTextTags(db: Postgres, hashes: readonly string[]) {
  return db.query<TextTagsRow>(
    'SELECT text_hash AS "textHash", tags FROM text_tags WHERE text_hash = ANY ($1::text[])',
    [hashes],
  );
}

export async function hasTextTags(db: Postgres) {
  const rows = await db.query('SELECT FROM text_tags LIMIT 1');
  return rows.length > 0;
}

/** The first insert wins if two nodes tag the same text. */
export async function insertTextTags(db: Postgres, rows: readonly TextTagsRow[], model: string) {
  await db.query(
    `INSERT INTO text_tags (text_hash, tags, model)
     SELECT hash, tags, $3
     FROM unnest($1::text[], $2::jsonb[]) AS said (hash, tags)
     ORDER BY hash
     ON CONFLICT (text_hash) DO NOTHING`,
    [rows.map(({ textHash }) => textHash), rows.map(({ tags }) => JSON.stringify(tags)), model],
  );
}
