import { type contract, type Label, listLimits } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import { isUniqueViolation, type Postgres } from '../db/postgres/postgres.ts';
import type { Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import { assertCanEdit, assertCanChange, lockScopes, toScopeName, visibleScopeNames } from '../rpc/scopes.ts';
import * as sql from './labels.sql.ts';
import { getOwner } from './saveAd.ts';

export const labelsRouter: ProcedureHandlers<typeof contract.labels> = {
  list: async ({ caller, db }) => {
    const labels = await sql.labelsOfScopes(db, await visibleScopeNames(db, caller.userId));
    return labels.map(presentLabel);
  },

  create: async ({ input: { name, color, teamId = null }, caller, db }) => {
    const scope = await lockEditableScope(db, teamId, caller);
    if ((await sql.countLabels(db, scope)) >= listLimits.labels) {
      throw new MagpieError(
        'CONFLICT',
        `There are ${listLimits.labels} labels already, the maximum; delete one that is no longer used.`,
      );
    }
    const owner = getOwner({ teamId, authorId: caller.userId });
    const id = await withUniqueName(name, () => sql.insertLabel(db, owner, { name, color }));
    if (id === undefined) throw new Error('the label was not returned');
    return readLabel(db, id);
  },

  update: async ({ input: { id, name, color }, caller, db }) => {
    await lockLabel(db, id, caller);
    await withUniqueName(name ?? '', () => sql.updateLabel(db, id, { name, color }));
    return readLabel(db, id);
  },

  delete: async ({ input: { id }, caller, db }) => {
    await lockLabel(db, id, caller);
    await sql.deleteLabel(db, id);
    return { success: true };
  },
};

type Organizing = Pick<typeof contract.ads, 'setStage' | 'setLabels'>;

export const organizingRouter: ProcedureHandlers<Organizing> = {
  setStage: async ({ input: { hashes, teamId = null, stage }, caller, db }) => {
    const scope = await lockEditableScope(db, teamId, caller);
    const ids = await requireCopies(db, scope, hashes, teamId);
    return { updated: await sql.writeStage(db, ids, stage) };
  },

  setLabels: async ({ input: { hashes, teamId = null, add, remove }, caller, db }) => {
    const scope = await lockEditableScope(db, teamId, caller);
    const ids = await requireCopies(db, scope, hashes, teamId);
    const known = new Set((await sql.labelsOfScopes(db, [scope])).map(({ id }) => id));
    const unknown = [...add, ...remove].find((id) => !known.has(id));
    if (unknown !== undefined) {
      const owner = teamId === null ? 'You have' : `Team ${teamId} has`;
      throw notFoundError('label', unknown, `${owner} no label ${unknown}; see labels.list.`);
    }
    const removed = await sql.removeLabels(db, ids, remove);
    const added = await sql.addLabels(db, ids, add);
    return { updated: new Set([...removed, ...added]).size };
  },
};

/** The permission is checked after locking, so that the team cannot be deleted in between. */
async function lockEditableScope(tx: Postgres, teamId: number | null, caller: Caller): Promise<string> {
  const scope = toScopeName({ teamId, authorId: caller.userId });
  await lockScopes(tx, [scope]);
  if (teamId !== null) await assertCanEdit(tx, teamId, caller);
  return scope;
}

async function requireCopies(
  tx: Postgres,
  scope: string,
  hashes: readonly string[],
  teamId: number | null,
): Promise<number[]> {
  const copies = await sql.findCopyIds(tx, scope, hashes);
  const found = new Set(copies.map(({ hash }) => hash));
  const missing = hashes.find((hash) => !found.has(hash));
  if (missing === undefined) return copies.map(({ id }) => id);
  const owner = teamId === null ? 'You have' : `Team ${teamId} has`;
  const hint = teamId === null ? ' Pass teamId for a copy of a team.' : '';
  throw notFoundError('ad', missing, `${owner} not saved an ad ${missing}.${hint}`);
}

async function requireLabel(db: Postgres, id: number, caller: Caller) {
  const label = await sql.findLabel(db, id);
  if (label === undefined) throw notFoundError('label', id);
  const { teamId, userId } = label;
  await assertCanChange(db, { teamId, authorId: userId ?? '' }, caller, `Label ${id}`);
  return label;
}

/** Labels never change their owner. */
async function lockLabel(tx: Postgres, id: number, caller: Caller): Promise<void> {
  await lockScopes(tx, [(await requireLabel(tx, id, caller)).scope]);
  await requireLabel(tx, id, caller);
}

async function readLabel(db: Postgres, id: number): Promise<Label> {
  const label = await sql.findLabel(db, id);
  if (label === undefined) throw new Error(`label ${id} no longer exists`);
  return presentLabel(label);
}

function presentLabel({ id, name, color, teamId, adCount }: sql.StoredLabel): Label {
  return { id, name, color, teamId, adCount };
}

async function withUniqueName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'labels_scope_name_key')) throw error;
    throw new MagpieError('CONFLICT', `There is already a label ${name}; choose another name.`);
  }
}
