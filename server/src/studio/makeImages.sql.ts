import type { Postgres } from '../db/postgres/postgres.ts';
import type { AiImageRow, ShownImages, WorkOrder } from './aiImages.sql.ts';
import type { TemplateLayout } from './makers/maker.ts';

export interface ImageClaim {
  readonly id: number;
  readonly claim: string;
}

export interface ClaimedImage
  extends ImageClaim, Pick<AiImageRow, 'maker' | 'aspectRatio' | 'seed' | 'prompt' | 'progress'> {
  readonly scope: string;
  readonly layout: TemplateLayout | null;
  readonly workOrder: WorkOrder;
  readonly tries: number;
}

export async function hasDueImages(db: Postgres): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM ai_images WHERE status IN ('queued', 'running') AND due_at <= now() LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Claims the oldest image of the next scope: the one with the fewest images in progress, and among those, the one whose
 * last image finished longest ago. Uses the database clock, so that nodes agree on time.
 */
export async function claimImage(db: Postgres, makers: readonly string[], seconds: number) {
  const [image] = await db.query<ClaimedImage>(
    `WITH waiting AS (
       SELECT DISTINCT ON (scope) id, scope FROM ai_images
       WHERE status IN ('queued', 'running') AND due_at <= now() AND maker = ANY ($1)
       ORDER BY scope, id
     ), busy AS (
       SELECT scope, count(*) AS images FROM ai_images
       WHERE status IN ('queued', 'running') AND claim IS NOT NULL AND due_at > now()
       GROUP BY scope
     ), next AS (
       SELECT image.id FROM ai_images image
       JOIN waiting ON waiting.id = image.id
       LEFT JOIN busy ON busy.scope = waiting.scope
       WHERE image.status IN ('queued', 'running') AND image.due_at <= now()
       ORDER BY coalesce(busy.images, 0),
         (SELECT max(finished_at) FROM ai_images finished WHERE finished.scope = waiting.scope) NULLS FIRST, image.id
       LIMIT 1 FOR NO KEY UPDATE OF image SKIP LOCKED
     )
     UPDATE ai_images image
     SET status = 'running', claim = gen_random_uuid(), due_at = now() + $2 * interval '1 second', tries = tries + 1
     FROM next WHERE image.id = next.id
     RETURNING image.id, claim, scope, maker, layout, aspect_ratio AS "aspectRatio", seed, prompt, progress,
       work_order AS "workOrder", tries`,
    [makers, seconds],
  );
  return image;
}

export async function renewImageClaim(
  db: Postgres,
  { id, claim }: ImageClaim,
  progress: number,
  seconds: number,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE ai_images SET due_at = now() + $4 * interval '1 second', progress = greatest(progress, $3)
     WHERE id = $1 AND claim = $2
     RETURNING id`,
    [id, claim, progress, seconds],
  );
  return rows.length > 0;
}

export interface FinishedImage {
  readonly model: string;
  readonly layout: string | null;
  readonly shown: ShownImages;
  readonly width: number;
  readonly height: number;
  readonly fileKey: string;
  readonly thumbnailKey: string;
}

/** False if the claim is lost: the image was cancelled, deleted or claimed by another node. */
export async function markSucceeded(
  tx: Postgres,
  { id, claim }: ImageClaim,
  { model, layout, shown, width, height, fileKey, thumbnailKey }: FinishedImage,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE ai_images
     SET status = 'succeeded', progress = 1, model = $3, layout = $4, width = $5, height = $6, file_key = $7,
       thumbnail_key = $8, work_order = work_order || jsonb_build_object('shown', $9::jsonb), claim = NULL, due_at = NULL, finished_at = now()
     WHERE id = $1 AND claim = $2
     RETURNING id`,
    [id, claim, model, layout, width, height, fileKey, thumbnailKey, JSON.stringify(shown)],
  );
  return rows.length > 0;
}

export async function markImageFailed(db: Postgres, { id, claim }: ImageClaim, error: string): Promise<void> {
  await db.query(
    `UPDATE ai_images SET status = 'failed', error = $3, claim = NULL, due_at = NULL, finished_at = now()
     WHERE id = $1 AND claim = $2`,
    [id, claim, error],
  );
}

/** The image is tried again after the delay. Without `countsAsTry`, it keeps its remaining tries. */
export async function releaseImage(
  db: Postgres,
  { id, claim }: ImageClaim,
  milliseconds: number,
  countsAsTry: boolean,
): Promise<void> {
  await db.query(
    `UPDATE ai_images SET claim = NULL, due_at = now() + $3 * interval '1 millisecond', tries = tries - $4
     WHERE id = $1 AND claim = $2`,
    [id, claim, milliseconds, countsAsTry ? 0 : 1],
  );
}
