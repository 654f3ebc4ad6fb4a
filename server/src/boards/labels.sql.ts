import type { AdLabel, contract, Label, LabelColor, OutputOf, Stage } from '@magpie/contract';
import { toColumns } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { isDuplicate } from './filterValues.sql.ts';
import type { LibraryOwner } from './savedAds.sql.ts';
import type { CopyPair } from './teamBoards.sql.ts';

export interface StoredLabel extends Label {
  readonly scope: string;
}

const columns = `label.id, label.name, label.color, label.team_id AS "teamId", label.scope,
  (SELECT count(*) FROM saved_ad_labels given WHERE given.label_id = label.id) AS "adCount"`;

const byName = `lower(label.name) COLLATE "C", label.id`;

export function labelsOfScopes(db: Postgres, scopes: readonly string[]) {
  return db.query<StoredLabel>(
    `SELECT ${columns} FROM labels label WHERE label.scope = ANY ($1) ORDER BY ${byName}`,
    [scopes],
  );
}

export async function findLabel(db: Postgres, id: number) {
  const rows = await db.query<StoredLabel & { userId: string | null }>(
    `SELECT ${columns}, label.user_id AS "userId" FROM labels label WHERE label.id = $1`,
    [id],
  );
  return rows[0];
}

export async function countLabels(db: Postgres, scope: string) {
  const rows = await db.query<{ labels: number }>(`SELECT count(*) AS labels FROM labels WHERE scope = $1`, [
    scope,
  ]);
  return rows[0]?.labels ?? 0;
}

export async function insertLabel(
  tx: Postgres,
  { userId, teamId }: LibraryOwner,
  { name, color }: Pick<Label, 'name' | 'color'>,
) {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO labels (user_id, team_id, name, color) VALUES ($1, $2, $3, $4) RETURNING id`,
    [userId, teamId, name, color],
  );
  return rows[0]?.id;
}

export async function updateLabel(
  tx: Postgres,
  id: number,
  { name, color }: { readonly name: string | undefined; readonly color: LabelColor | undefined },
) {
  await tx.query(`UPDATE labels SET name = coalesce($2, name), color = coalesce($3, color) WHERE id = $1`, [
    id,
    name ?? null,
    color ?? null,
  ]);
}

export async function deleteLabel(tx: Postgres, id: number) {
  await tx.query(`DELETE FROM labels WHERE id = $1`, [id]);
}

/** The labels of the saved ad `savedAdId`, an expression, as JSON. */
export function labelsOf(savedAdId: string): string {
  return `(SELECT coalesce(json_agg(json_build_object('id', label.id, 'name', label.name, 'color', label.color)
      ORDER BY ${byName}), '[]')
    FROM saved_ad_labels given JOIN labels label ON label.id = given.label_id WHERE given.saved_ad_id = ${savedAdId})`;
}

export interface Organized {
  readonly labels: AdLabel[];
  readonly stage: Stage | null;
}

export function findCopyIds(db: Postgres, scope: string, hashes: readonly string[]) {
  return db.query<{ id: number; hash: string }>(
    `SELECT id, ad_hash AS hash FROM saved_ads WHERE scope = $1 AND ad_hash = ANY ($2)`,
    [scope, hashes],
  );
}

export async function writeStage(tx: Postgres, savedAdIds: readonly number[], stage: Stage | null) {
  const rows = await tx.query(
    `UPDATE saved_ads SET stage = $2 WHERE id = ANY ($1) AND stage IS DISTINCT FROM $2 RETURNING id`,
    [savedAdIds, stage],
  );
  return rows.length;
}

/** Returns the ids of the saved ads that changed. */
export async function addLabels(tx: Postgres, savedAdIds: readonly number[], labelIds: readonly number[]) {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO saved_ad_labels (saved_ad_id, label_id)
     SELECT saved, label FROM unnest($1::bigint[]) AS saved, unnest($2::bigint[]) AS label
     ON CONFLICT DO NOTHING
     RETURNING saved_ad_id AS id`,
    [savedAdIds, labelIds],
  );
  return rows.map(({ id }) => id);
}

export async function removeLabels(tx: Postgres, savedAdIds: readonly number[], labelIds: readonly number[]) {
  const rows = await tx.query<{ id: number }>(
    `DELETE FROM saved_ad_labels WHERE saved_ad_id = ANY ($1) AND label_id = ANY ($2) RETURNING saved_ad_id AS id`,
    [savedAdIds, labelIds],
  );
  return rows.map(({ id }) => id);
}

const unnested = `unnest($1::bigint[], $2::bigint[]) AS pair (copy, original)`;

/**
 * Gives copies the labels of their originals. An owner without a label of that name gets one. Labels of a copy that belong
 * to its former owner are removed.
 */
export async function copyLabels(tx: Postgres, pairs: readonly CopyPair[], { userId, teamId }: LibraryOwner) {
  const values = toColumns(pairs, 'copy', 'original');
  await tx.query(
    `INSERT INTO labels (user_id, team_id, name, color)
     SELECT DISTINCT ON (lower(label.name)) $3, $4::bigint, label.name, label.color
     FROM ${unnested}
     JOIN saved_ad_labels given ON given.saved_ad_id = pair.original
     JOIN labels label ON label.id = given.label_id
     ORDER BY lower(label.name), label.id
     ON CONFLICT (scope, lower(name)) DO NOTHING`,
    [...values, userId, teamId],
  );
  await tx.query(
    `INSERT INTO saved_ad_labels (saved_ad_id, label_id)
     SELECT DISTINCT pair.copy, own.id
     FROM ${unnested}
     JOIN saved_ads copy ON copy.id = pair.copy
     JOIN saved_ad_labels given ON given.saved_ad_id = pair.original
     JOIN labels label ON label.id = given.label_id
     JOIN labels own ON own.scope = copy.scope AND lower(own.name) = lower(label.name)
     ON CONFLICT DO NOTHING`,
    values,
  );
  await tx.query(
    `DELETE FROM saved_ad_labels given
     USING saved_ads saved, labels label
     WHERE given.saved_ad_id = ANY ($1) AND saved.id = given.saved_ad_id AND label.id = given.label_id
       AND label.scope <> saved.scope`,
    [pairs.map(({ copy }) => copy)],
  );
}

export interface LabelToRestore {
  readonly savedAdId: number;
  readonly name: string;
  readonly color: LabelColor;
}

export async function restoreLabels(
  tx: Postgres,
  { userId, teamId, scope }: LibraryOwner & { readonly scope: string },
  labels: readonly LabelToRestore[],
) {
  if (labels.length === 0) return;
  await tx.query(
    `INSERT INTO labels (user_id, team_id, name, color)
     SELECT DISTINCT ON (lower(name)) $1, $2::bigint, name, color FROM unnest($3::text[], $4::text[]) AS given (name, color)
     ORDER BY lower(name), name
     ON CONFLICT (scope, lower(name)) DO NOTHING`,
    [userId, teamId, ...toColumns(labels, 'name', 'color')],
  );
  await tx.query(
    `INSERT INTO saved_ad_labels (saved_ad_id, label_id)
     SELECT DISTINCT given.saved_ad_id, label.id
     FROM unnest($2::bigint[], $3::text[]) AS given (saved_ad_id, name)
     JOIN labels label ON label.scope = $1 AND lower(label.name) = lower(given.name)
     ON CONFLICT DO NOTHING`,
    [scope, ...toColumns(labels, 'savedAdId', 'name')],
  );
}

type Counts = OutputOf<typeof contract.ads.getFilterValues>['counts'];

/** Of what `from` selects as `saved`. */
async function countOrganized(
  db: Postgres,
  from: string,
  of: unknown,
): Promise<Pick<Counts, 'labels' | 'stages'>> {
  const rows = await db.query<{ isStage: boolean; value: string; ads: number }>(
    `SELECT false AS "isStage", given.label_id::text AS value, count(*) AS ads
     FROM ${from} JOIN saved_ad_labels given ON given.saved_ad_id = saved.id
     GROUP BY 2
     UNION ALL
     SELECT true, saved.stage, count(*) FROM ${from} WHERE saved.stage IS NOT NULL GROUP BY 2`,
    [of],
  );
  const countsOf = (isStage: boolean): Record<string, number> =>
    Object.fromEntries(rows.filter((row) => row.isStage === isStage).map(({ value, ads }) => [value, ads]));
  return { labels: countsOf(false), stages: countsOf(true) };
}

export function countOrganizedOfScopes(db: Postgres, scopes: readonly string[]) {
  const listed = `(SELECT saved.id, saved.stage FROM saved_ads saved
    WHERE saved.scope = ANY ($1) AND (saved.stage IS NOT NULL OR EXISTS (SELECT FROM saved_ad_labels WHERE saved_ad_id = saved.id))
      AND NOT (${isDuplicate('$1')})) saved`;
  return countOrganized(db, listed, scopes);
}

export function countOrganizedOfBoard(db: Postgres, boardId: number) {
  const listed = `(SELECT saved.id, saved.stage FROM board_ads JOIN saved_ads saved ON saved.id = board_ads.saved_ad_id
    WHERE board_ads.board_id = $1) saved`;
  return countOrganized(db, listed, boardId);
}
