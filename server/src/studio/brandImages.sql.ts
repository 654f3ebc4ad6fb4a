import type { BrandImage } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface BrandImageRow extends Omit<BrandImage, 'url' | 'thumbnailUrl' | 'createdAt'> {
  readonly authorId: string;
  readonly createdAt: Date;
}

const imageColumns = `image.id, image.author_id AS "authorId", image.team_id AS "teamId",
  image.product_id AS "productId", image.name, image.kind, image.company_name AS "companyName", image.width, image.height,
  file.mime_type AS "mimeType", file.bytes, image.created_at AS "createdAt"`;

export interface NewBrandImage extends Pick<
  BrandImageRow,
  'authorId' | 'teamId' | 'productId' | 'name' | 'kind' | 'companyName' | 'width' | 'height'
> {
  /** Hash of the normalized company name. */
  readonly advertiserId: number | null;
  readonly fileKey: string;
  readonly thumbnailKey: string;
}

export async function insertBrandImage(tx: Postgres, image: NewBrandImage): Promise<BrandImageRow> {
  const { authorId, teamId, productId, name, kind, companyName, advertiserId } = image;
  const { width, height, fileKey, thumbnailKey } = image;
  const facts = [authorId, teamId, productId, name, kind, companyName, advertiserId];
  const [row] = await tx.query<BrandImageRow>(
    `WITH image AS (
       INSERT INTO brand_images (author_id, team_id, product_id, name, kind, company_name, advertiser_id, width, height,
         file_key, thumbnail_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       RETURNING *
     )
     SELECT ${imageColumns} FROM image JOIN studio_files file ON file.key = image.file_key`,
    [...facts, width, height, fileKey, thumbnailKey],
  );
  if (row === undefined) throw new Error('the new brand image was not returned');
  return row;
}

export async function findBrandImage(db: Postgres, id: number): Promise<BrandImageRow | undefined> {
  const rows = await db.query<BrandImageRow>(
    `SELECT ${imageColumns} FROM brand_images image JOIN studio_files file ON file.key = image.file_key
     WHERE image.id = $1`,
    [id],
  );
  return rows[0];
}

export async function findNewestBrandImage(db: Postgres, productId: number, kind: 'product' | 'logo') {
  const [row] = await db.query<{ id: number }>(
    `SELECT id FROM brand_images WHERE product_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1`,
    [productId, kind],
  );
  return row?.id ?? null;
}

export async function findBrandImageFile(db: Postgres, id: number): Promise<string | undefined> {
  const find = `SELECT file_key AS key FROM brand_images WHERE id = $1`;
  return (await db.query<{ key: string }>(find, [id]))[0]?.key;
}

export interface BrandImageList {
  readonly scopes: readonly string[];
  readonly productId: number | null;
  readonly advertiserIds: readonly number[] | null;
}

const isListed = `image.scope = ANY ($1) AND ($2::bigint IS NULL OR image.product_id = $2)
  AND ($3::bigint[] IS NULL OR image.advertiser_id = ANY ($3))`;

export function listBrandImages(
  db: Postgres,
  { scopes, productId, advertiserIds }: BrandImageList,
  { limit, cursor }: { readonly limit: number; readonly cursor: number },
): Promise<BrandImageRow[]> {
  return db.query<BrandImageRow>(
    `SELECT ${imageColumns} FROM brand_images image JOIN studio_files file ON file.key = image.file_key
     WHERE ${isListed} AND ($4::bigint = 0 OR image.id < $4)
     ORDER BY image.id DESC LIMIT $5`,
    [scopes, productId, advertiserIds, cursor, limit],
  );
}

export async function countBrandImages(db: Postgres, { scopes, productId, advertiserIds }: BrandImageList) {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM brand_images image WHERE ${isListed}`,
    [scopes, productId, advertiserIds],
  );
  return row?.count ?? 0;
}
