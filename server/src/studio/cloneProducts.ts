import type { CloneProduct, contract } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import {
  lockScopes,
  assertCanEdit,
  assertCanChange,
  assertCanRead,
  toScopeName,
  visibleScopeNames,
} from '../rpc/scopes.ts';
import * as sql from './cloneProducts.sql.ts';
import type { ProductFacts, ProductRow } from './cloneProducts.sql.ts';

type ProductHandlers = Omit<ProcedureHandlers<typeof contract.cloneProducts>, 'inspectWebsite'>;

/** Every change of a product locks its scope, so that each scope always has exactly one default. */
export const cloneProductsRouter: ProductHandlers = {
  list: async ({ caller, db }) => {
    const scopes = await visibleScopeNames(db, caller.userId);
    return (await sql.listProducts(db, scopes)).map(presentProduct);
  },

  get: async ({ input: { id }, caller, db }) => presentProduct(await readableProduct(db, id, caller)),

  create: async ({ input: { teamId = null, isDefault = false, ...facts }, caller, db }) => {
    const owner = { teamId, authorId: caller.userId };
    const scope = toScopeName(owner);
    await lockScopes(db, [scope]);
    // Under the lock, so that the team cannot be deleted in between.
    if (teamId !== null) await assertCanEdit(db, teamId, caller);
    const others = await sql.countProducts(db, scope);
    if (others >= maxProducts) {
      const whose = teamId === null ? 'You have' : `Team ${teamId} has`;
      const message = `${whose} ${maxProducts} products, which is the maximum; delete one first.`;
      throw new MagpieError('CONFLICT', message);
    }
    if (isDefault) await sql.clearDefault(db, scope);
    const product = { ...emptyFacts, ...omitUndefined(facts), name: facts.name, ...owner };
    return presentProduct(await sql.insertProduct(db, { ...product, isDefault: isDefault || others === 0 }));
  },

  update: async ({ input: { id, isDefault, ...facts }, caller, db }) => {
    const product = await lockProduct(db, id, caller);
    if (isDefault === false && product.isDefault) {
      throw new MagpieError(
        'CONFLICT',
        `Product ${id} is the default; to change that, make another product the default with cloneProducts.setDefault.`,
      );
    }
    if (isDefault === true) await chooseDefault(db, product);
    const changes = omitUndefined(facts);
    if (Object.keys(changes).length > 0) await sql.writeFacts(db, id, { ...product, ...changes });
    return presentProduct(await requireProduct(db, id));
  },

  delete: async ({ input: { id }, caller, db }) => {
    const product = await lockProduct(db, id, caller);
    await sql.deleteProduct(db, id);
    if (product.isDefault) await sql.makeNewestDefault(db, toScopeName(product));
    return { success: true };
  },

  setDefault: async ({ input: { id }, caller, db }) => {
    await chooseDefault(db, await lockProduct(db, id, caller));
    return presentProduct(await requireProduct(db, id));
  },
};

/** Per person or team. */
const maxProducts = 200;

const emptyFacts: Omit<ProductFacts, 'name'> = {
  url: null,
  description: null,
  price: null,
  currency: null,
  brandName: null,
  logoUrl: null,
  images: [],
  colors: [],
  font: 'sans',
  sellingPoints: [],
  audience: null,
  tone: null,
};

function omitUndefined<Facts extends object>(
  facts: Facts,
): { [Name in keyof Facts]?: Exclude<Facts[Name], undefined> } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as never;
}

async function chooseDefault(tx: Postgres, product: ProductRow): Promise<void> {
  if (product.isDefault) return;
  await sql.clearDefault(tx, toScopeName(product));
  await sql.makeDefault(tx, product.id);
}

async function requireProduct(db: Postgres, id: number): Promise<ProductRow> {
  const product = await sql.findProduct(db, id);
  if (product === undefined) throw notFoundError('product', id);
  return product;
}

export async function readableProduct(db: Postgres, id: number, caller: Caller): Promise<ProductRow> {
  const product = await requireProduct(db, id);
  await assertCanRead(db, product, caller, `Product ${id}`);
  return product;
}

export async function editableProduct(db: Postgres, id: number, caller: Caller): Promise<ProductRow> {
  const product = await requireProduct(db, id);
  await assertCanChange(db, product, caller, `Product ${id}`);
  return product;
}

async function lockProduct(tx: Postgres, id: number, caller: Caller): Promise<ProductRow> {
  return lockProductInScope(tx, toScopeName(await editableProduct(tx, id, caller)), id, caller);
}

/** The same for a product that was in this scope before; 409 if it moved to another scope. */
export async function lockProductInScope(tx: Postgres, scope: string, id: number, caller: Caller) {
  await lockScopes(tx, [scope]);
  const product = await editableProduct(tx, id, caller);
  if (toScopeName(product) === scope) return product;
  throw new MagpieError(
    'CONFLICT',
    `Product ${id} was just returned to its author; reload it and try again.`,
  );
}

export async function defaultProduct(db: Postgres, userId: string): Promise<ProductRow | null> {
  return (await sql.findDefault(db, await visibleScopeNames(db, userId))) ?? null;
}

export function presentProduct(row: ProductRow): CloneProduct {
  const { authorId: _authorId, ...product } = row;
  return { ...product, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
