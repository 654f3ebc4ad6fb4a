import type { CloneProduct } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface ProductRow extends Omit<CloneProduct, 'createdAt' | 'updatedAt'> {
  readonly authorId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ProductFacts = Omit<
  ProductRow,
  'id' | 'authorId' | 'teamId' | 'isDefault' | 'createdAt' | 'updatedAt'
>;

const productColumns = `id, author_id AS "authorId", team_id AS "teamId", name, url, description, price, currency,
  brand_name AS "brandName", logo_url AS "logoUrl", images, colors, font, selling_points AS "sellingPoints", audience,
  tone, is_default AS "isDefault", created_at AS "createdAt", updated_at AS "updatedAt"`;

export function listProducts(db: Postgres, scopes: readonly string[]): Promise<ProductRow[]> {
  return db.query<ProductRow>(
    `SELECT ${productColumns} FROM clone_products WHERE scope = ANY ($1) ORDER BY id`,
    [scopes],
  );
}

export async function findProduct(db: Postgres, id: number): Promise<ProductRow | undefined> {
  const rows = await db.query<ProductRow>(`SELECT ${productColumns} FROM clone_products WHERE id = $1`, [id]);
  return rows[0];
}

/** The default of the first of these scopes that has one: a person's own, then that of the team with the lowest id. */
export async function findDefault(db: Postgres, scopes: readonly string[]): Promise<ProductRow | undefined> {
  const rows = await db.query<ProductRow>(
    `SELECT ${productColumns} FROM clone_products
     WHERE is_default AND scope = ANY ($1)
     ORDER BY team_id NULLS FIRST
     LIMIT 1`,
    [scopes],
  );
  return rows[0];
}

export async function countProducts(tx: Postgres, scope: string): Promise<number> {
  const count = `SELECT count(*) FROM clone_products WHERE scope = $1`;
  const [row] = await tx.query<{ count: number }>(count, [scope]);
  return row?.count ?? 0;
}

type NewProduct = ProductFacts & Pick<ProductRow, 'authorId' | 'teamId' | 'isDefault'>;

export async function insertProduct(tx: Postgres, product: NewProduct): Promise<ProductRow> {
  const { authorId, teamId, isDefault, ...facts } = product;
  const [row] = await tx.query<ProductRow>(
    `INSERT INTO clone_products (name, url, description, price, currency, brand_name, logo_url, images, colors,
       font, selling_points, audience, tone, author_id, team_id, is_default)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     RETURNING ${productColumns}`,
    [...toProductValues(facts), authorId, teamId, isDefault],
  );
  if (row === undefined) throw new Error('the new product was not returned');
  return row;
}

export async function writeFacts(tx: Postgres, id: number, facts: ProductFacts): Promise<void> {
  await tx.query(
    `UPDATE clone_products
     SET name = $1, url = $2, description = $3, price = $4, currency = $5, brand_name = $6, logo_url = $7, images = $8,
       colors = $9, font = $10, selling_points = $11, audience = $12, tone = $13, updated_at = now()
     WHERE id = $14`,
    [...toProductValues(facts), id],
  );
}

function toProductValues(facts: ProductFacts): unknown[] {
  const { name, url, description, price, currency, brandName, logoUrl } = facts;
  const { images, colors, font, sellingPoints, audience, tone } = facts;
  const single = [name, url, description, price, currency, brandName, logoUrl];
  return [...single, images, colors, font, sellingPoints, audience, tone];
}

/** The same transaction must set another default. */
export async function clearDefault(tx: Postgres, scope: string): Promise<void> {
  await tx.query(`UPDATE clone_products SET is_default = false WHERE scope = $1 AND is_default`, [scope]);
}

export async function makeDefault(tx: Postgres, id: number): Promise<void> {
  await tx.query(`UPDATE clone_products SET is_default = true, updated_at = now() WHERE id = $1`, [id]);
}

export async function makeNewestDefault(tx: Postgres, scope: string): Promise<void> {
  await tx.query(
    `UPDATE clone_products SET is_default = true
     WHERE id = (SELECT id FROM clone_products WHERE scope = $1 ORDER BY id DESC LIMIT 1)`,
    [scope],
  );
}

export async function deleteProduct(tx: Postgres, id: number): Promise<void> {
  await tx.query(`DELETE FROM clone_products WHERE id = $1`, [id]);
}
