import type { AiImage } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Scoped } from '../rpc/scopes.ts';
import type { Creative } from './makers/maker.ts';

/** The texts and pictures that an image is made from, as they were when it was requested. */
export interface WorkOrder {
  readonly creative: Creative;
  readonly negativePrompt: string;
  readonly picture: ImageSource;
  readonly logo: ImageSource;
}

/** A brand image, and a URL to use if none exists or it was deleted. */
export interface ImageSource {
  readonly brandImageId: number | null;
  readonly url: string | null;
}

export interface AiImageRow extends Omit<AiImage, 'url' | 'thumbnailUrl' | 'createdAt'> {
  readonly authorId: string;
  readonly seed: number;
  readonly createdAt: Date;
}

const imageColumns = `id, author_id AS "authorId", team_id AS "teamId", product_id AS "productId",
  source_ad_hash AS "sourceAdHash", status, progress, cost_estimate AS "costEstimate", maker, model, layout,
  aspect_ratio AS "aspectRatio", seed, prompt, error, width, height, created_at AS "createdAt"`;

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

/** Does nothing if the image is finished. The node that makes it loses its claim. */
export async function cancelImage(tx: Postgres, id: number): Promise<void> {
  await tx.query(
    `UPDATE ai_images SET status = 'cancelled', claim = NULL, due_at = NULL, finished_at = now()
     WHERE id = $1 AND status IN ('queued', 'running')`,
    [id],
  );
}
