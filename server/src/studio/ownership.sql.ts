import type { Postgres } from '../db/postgres/postgres.ts';

/** Authors of anything in a team, boards included, so that their scopes can be locked before content is returned. */
export async function listAuthors(tx: Postgres, teamId: number): Promise<string[]> {
  const rows = await tx.query<{ authorId: string }>(
    `SELECT author_id AS "authorId" FROM boards WHERE team_id = $1
     UNION SELECT author_id FROM clone_products WHERE team_id = $1
     UNION SELECT author_id FROM brand_images WHERE team_id = $1
     UNION SELECT author_id FROM ai_images WHERE team_id = $1`,
    [teamId],
  );
  return rows.map(({ authorId }) => authorId);
}

export async function changeStudioAuthor(tx: Postgres, teamId: number, from: string, to: string) {
  for (const table of ['clone_products', 'brand_images', 'ai_images'] as const) {
    const values = [teamId, from, to];
    await tx.query(`UPDATE ${table} SET author_id = $3 WHERE team_id = $1 AND author_id = $2`, values);
  }
}

/** Images keep their product if both go to the same author. */
export async function returnImagesToAuthors(tx: Postgres, teamId: number): Promise<void> {
  for (const table of ['brand_images', 'ai_images'] as const) {
    await tx.query(
      `UPDATE ${table} image
       SET team_id = NULL,
         product_id = (SELECT id FROM clone_products WHERE id = image.product_id AND author_id = image.author_id)
       WHERE team_id = $1`,
      [teamId],
    );
  }
}

/** If an author has no products yet, the team's default becomes theirs, else the newest. */
export async function returnProductsToAuthors(tx: Postgres, teamId: number): Promise<void> {
  await tx.query(
    `WITH chosen AS (
       SELECT DISTINCT ON (author_id) id FROM clone_products product
       WHERE team_id = $1 AND NOT EXISTS (SELECT FROM clone_products WHERE scope = 'user:' || product.author_id)
       ORDER BY author_id, is_default DESC, id DESC
     )
     UPDATE clone_products
     SET team_id = NULL, is_default = id IN (SELECT id FROM chosen), updated_at = now()
     WHERE team_id = $1`,
    [teamId],
  );
}

export async function deleteByScope(tx: Postgres, scope: string): Promise<void> {
  for (const table of ['ai_images', 'brand_images'] as const) {
    await tx.query(
      `WITH gone AS (DELETE FROM ${table} WHERE scope = $1 RETURNING ARRAY[file_key, thumbnail_key] AS keys)
       UPDATE studio_files SET delete_at = now() FROM gone WHERE key = ANY (gone.keys)`,
      [scope],
    );
  }
  await tx.query(`DELETE FROM clone_products WHERE scope = $1`, [scope]);
}

export const exportedParts = {
  products: `SELECT id, name, url, description, price, currency, brand_name AS "brandName", logo_url AS "logoUrl", images,
      colors, font, selling_points AS "sellingPoints", audience, tone, is_default AS "isDefault",
      created_at AS "createdAt", updated_at AS "updatedAt"
    FROM clone_products WHERE scope = $1 AND id > $2 ORDER BY id LIMIT $3`,
  brandImages: `SELECT id, product_id AS "productId", name, kind, company_name AS "companyName", width, height,
      created_at AS "createdAt", file_key AS "fileKey", mime_type AS "mimeType"
    FROM brand_images JOIN studio_files ON key = file_key
    WHERE scope = $1 AND id > $2 ORDER BY id LIMIT $3`,
  aiImages: `SELECT id, product_id AS "productId", source_ad_hash AS "sourceAdHash", status, cost_estimate AS "costEstimate",
      maker, model, layout, aspect_ratio AS "aspectRatio", seed, prompt, work_order AS "workOrder", error, width, height,
      created_at AS "createdAt", finished_at AS "finishedAt", file_key AS "fileKey", mime_type AS "mimeType"
    FROM ai_images LEFT JOIN studio_files ON key = file_key
    WHERE scope = $1 AND id > $2 ORDER BY id LIMIT $3`,
} as const;

export interface ExportedRow {
  readonly id: number;
  readonly fileKey?: string | null;
  readonly mimeType?: string | null;
}

export function listExportedPart(
  tx: Postgres,
  part: keyof typeof exportedParts,
  scope: string,
  after: number,
  limit: number,
): Promise<ExportedRow[]> {
  return tx.query<ExportedRow>(exportedParts[part], [scope, after, limit]);
}

export async function resetIdleTimeout(tx: Postgres): Promise<void> {
  await tx.query(`SELECT`);
}
