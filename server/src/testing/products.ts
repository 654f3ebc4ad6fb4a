import type { Postgres } from '../db/postgres/postgres.ts';

/** Fails when somebody has products and none of them, or more than one, is the default; or an image of another's product. */
export async function mustHaveOneDefault(db: Postgres): Promise<void> {
  const flaws = await db.query<object>(
    `SELECT scope, count(*) FILTER (WHERE is_default) AS defaults FROM clone_products
     GROUP BY scope HAVING count(*) FILTER (WHERE is_default) <> 1
     UNION ALL
     SELECT image.scope, product.id FROM brand_images image JOIN clone_products product ON product.id = image.product_id
     WHERE image.scope <> product.scope
     UNION ALL
     SELECT image.scope, product.id FROM ai_images image JOIN clone_products product ON product.id = image.product_id
     WHERE image.scope <> product.scope`,
  );
  if (flaws.length > 0) throw new Error(`The studio has flaws: ${JSON.stringify(flaws)}`);
}
