import type { Postgres } from '../db/postgres/postgres.ts';
import type { StudioFiles } from '../studio/storedFiles.ts';

interface StoredImage {
  readonly id: number;
  readonly fileKey: string;
  readonly thumbnailKey: string;
}

interface ImageOwner {
  readonly userId: string;
  readonly teamId?: number;
}

async function storeBoth(files: StudioFiles): Promise<readonly [string, string]> {
  return [
    await files.store(Buffer.from('the picture'), 'image/png'),
    await files.store(Buffer.from('small'), 'image/webp'),
  ];
}

/** Inserts a brand image of an existing user. */
export async function addBrandImage(
  db: Postgres,
  files: StudioFiles,
  { userId, teamId, name = 'Logo' }: ImageOwner & { readonly name?: string },
): Promise<StoredImage> {
  const [fileKey, thumbnailKey] = await storeBoth(files);
  const [image] = await db.query<{ id: number }>(
    `INSERT INTO brand_images (author_id, team_id, name, kind, width, height, file_key, thumbnail_key)
     VALUES ($1, $2, $3, 'other', 1, 1, $4, $5)
     RETURNING id`,
    [userId, teamId ?? null, name, fileKey, thumbnailKey],
  );
  return { id: image?.id ?? 0, fileKey, thumbnailKey };
}

/** A generated image, as if it had been made. */
export async function addAiImage(
  db: Postgres,
  files: StudioFiles,
  { userId, teamId }: ImageOwner,
): Promise<StoredImage> {
  const [fileKey, thumbnailKey] = await storeBoth(files);
  const [image] = await db.query<{ id: number }>(
    `INSERT INTO ai_images (author_id, team_id, status, maker, model, aspect_ratio, seed, prompt, work_order,
                            width, height, file_key, thumbnail_key, due_at, finished_at)
     VALUES ($1, $2, 'succeeded', 'template', 'poster', '1:1', 1, '', '{}', 1, 1, $3, $4, NULL, now())
     RETURNING id`,
    [userId, teamId ?? null, fileKey, thumbnailKey],
  );
  return { id: image?.id ?? 0, fileKey, thumbnailKey };
}
