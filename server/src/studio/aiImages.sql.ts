import type { AiImage, AiImageTexts } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Scoped } from '../rpc/scopes.ts';
import type { Creative, TemplateLayout } from './makers/maker.ts';
import type { ReferenceLayout, RegionRole } from './reference/referenceLayout.ts';

/** The texts and pictures that an image is made from, as they were when it was requested. */
export interface WorkOrder {
  readonly creative: Creative;
  readonly negativePrompt: string;
  readonly picture: ImageSource;
  readonly logo: ImageSource;
  /** Null if no layout was detected in the picture of the reference ad; absent if none was requested. */
  readonly reference?: ReferenceLayout | null;
  /** Absent until the image is made. */
  readonly shown?: ShownImages;
  /** Absent until texts are changed. */
  readonly edited?: EditedTexts;
}

/** Which images were available when the image was made. */
export interface ShownImages {
  readonly picture: boolean;
  readonly logo: boolean;
}

export interface EditedTexts {
  readonly number: number;
  readonly texts: AiImageTexts;
}

/** A brand image, and a URL to use if none exists or it was deleted. */
export interface ImageSource {
  readonly brandImageId: number | null;
  readonly url: string | null;
}

type ComputedFields =
  | 'url'
  | 'thumbnailUrl'
  | 'referenceLayout'
  | 'texts'
  | 'shownTexts'
  | 'edits'
  | 'createdAt';

export interface AiImageRow extends Omit<AiImage, ComputedFields> {
  readonly authorId: string;
  readonly seed: number;
  readonly creative: Creative | null;
  readonly edited: EditedTexts | null;
  /** The JSON type of the detected layout; null if none was requested. */
  readonly referenceType: 'object' | 'null' | null;
  /** The regions of that layout. */
  readonly referenceRoles: readonly RegionRole[];
  readonly createdAt: Date;
}

const imageColumns = `id, author_id AS "authorId", team_id AS "teamId", product_id AS "productId",
  source_ad_hash AS "sourceAdHash", status, progress, cost_estimate AS "costEstimate", maker, model, layout,
  aspect_ratio AS "aspectRatio", seed, prompt, error, width, height, work_order->'creative' AS creative,
  work_order->'edited' AS edited, jsonb_typeof(work_order->'reference') AS "referenceType",
  jsonb_path_query_array(work_order, '$.reference.regions[*].role') AS "referenceRoles", created_at AS "createdAt"`;

export async function findImage(db: Postgres, id: number): Promise<AiImageRow | undefined> {
  const rows = await db.query<AiImageRow>(`SELECT ${imageColumns} FROM ai_images WHERE id = $1`, [id]);
  return rows[0];
}

export interface ImageFilter {
  readonly scopes: readonly string[];
  readonly productId: number | null;
}

const isListed = `scope = ANY ($1) AND ($2::bigint IS NULL OR product_id = $2)`;

export function listImages(
  db: Postgres,
  { scopes, productId }: ImageFilter,
  { limit, cursor }: { readonly limit: number; readonly cursor: number },
): Promise<AiImageRow[]> {
  return db.query<AiImageRow>(
    `SELECT ${imageColumns} FROM ai_images
     WHERE ${isListed} AND ($3::bigint = 0 OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [scopes, productId, cursor, limit],
  );
}

export async function countImages(db: Postgres, { scopes, productId }: ImageFilter): Promise<number> {
  const count = `SELECT count(*) FROM ai_images WHERE ${isListed}`;
  const [row] = await db.query<{ count: number }>(count, [scopes, productId]);
  return row?.count ?? 0;
}

export async function countUnfinished(tx: Postgres, scope: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) FROM ai_images WHERE scope = $1 AND status IN ('queued', 'running')`,
    [scope],
  );
  return row?.count ?? 0;
}

type RequestFields = 'sourceAdHash' | 'costEstimate' | 'maker' | 'layout' | 'aspectRatio' | 'seed' | 'prompt';

export interface NewImage extends Scoped, Pick<AiImageRow, RequestFields> {
  readonly productId: number;
  readonly model: string;
  readonly workOrder: WorkOrder;
}

/** Queues an image; nodes are notified when the transaction commits. */
export async function insertImage(tx: Postgres, image: NewImage): Promise<AiImageRow> {
  const { authorId, teamId, productId, sourceAdHash, costEstimate } = image;
  const { maker, model, layout, aspectRatio, seed, prompt, workOrder } = image;
  const origin = [authorId, teamId, productId, sourceAdHash, costEstimate];
  const [row] = await tx.query<AiImageRow>(
    `INSERT INTO ai_images (author_id, team_id, product_id, source_ad_hash, cost_estimate, maker, model, layout,
       aspect_ratio, seed, prompt, work_order)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     RETURNING ${imageColumns}`,
    [...origin, maker, model, layout, aspectRatio, seed, prompt, JSON.stringify(workOrder)],
  );
  if (row === undefined) throw new Error('the new image was not returned');
  await tx.query(`SELECT pg_notify('magpie_images', '')`);
  return row;
}

export interface EditableImage
  extends Scoped, Pick<AiImageRow, 'id' | 'status' | 'maker' | 'aspectRatio' | 'seed' | 'prompt'> {
  readonly scope: string;
  readonly layout: TemplateLayout | null;
  readonly workOrder: WorkOrder;
  readonly fileKey: string | null;
  readonly thumbnailKey: string | null;
}

export async function findEditableImage(db: Postgres, id: number): Promise<EditableImage | undefined> {
  const rows = await db.query<EditableImage>(
    `SELECT id, author_id AS "authorId", team_id AS "teamId", scope, status, maker, layout, aspect_ratio AS "aspectRatio",
       seed, prompt, work_order AS "workOrder", file_key AS "fileKey", thumbnail_key AS "thumbnailKey"
     FROM ai_images WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export interface RedrawnImage {
  readonly edited: EditedTexts;
  readonly fileKey: string;
  readonly thumbnailKey: string;
}

/** Replaces the files of an image, and marks the former ones for deletion. Undefined if it was changed or deleted meanwhile. */
export async function replaceDrawing(
  tx: Postgres,
  { id, fileKey: formerKey, thumbnailKey: formerThumbnail }: EditableImage,
  { edited, fileKey, thumbnailKey }: RedrawnImage,
): Promise<AiImageRow | undefined> {
  const [row] = await tx.query<AiImageRow>(
    `UPDATE ai_images
     SET work_order = work_order || jsonb_build_object('edited', $3::jsonb), file_key = $4, thumbnail_key = $5
     WHERE id = $1 AND file_key = $2
     RETURNING ${imageColumns}`,
    [id, formerKey, JSON.stringify(edited), fileKey, thumbnailKey],
  );
  if (row === undefined) return undefined;
  const former = [formerKey, formerThumbnail].filter((key) => key !== null);
  await tx.query(`UPDATE studio_files SET delete_at = now() WHERE key = ANY ($1)`, [former]);
  return row;
}

/** Does nothing if the image is finished. The node that makes it loses its claim. */
export async function cancelImage(tx: Postgres, id: number): Promise<void> {
  await tx.query(
    `UPDATE ai_images SET status = 'cancelled', claim = NULL, due_at = NULL, finished_at = now()
     WHERE id = $1 AND status IN ('queued', 'running')`,
    [id],
  );
}
