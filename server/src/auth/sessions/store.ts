import type { Postgres } from '../../db/postgres/postgres.ts';
import { lockPerson, voidAddressChange } from '../addressChanges.sql.ts';
import { digestOf } from '../secret.ts';
import { endLinks } from '../signInLinks.sql.ts';
import { dotted, undotted } from './dotted.ts';
import { noteChanged, noteCreated, noteDeleted } from './notes.ts';
import * as sql from './store.sql.ts';
import type { Condition, Fields, Kind } from './store.sql.ts';
import { wrongSignIn } from './refusals.ts';
import { holdPassword } from './sessions.sql.ts';
import type { CurrentAuthContext, AuthContexts } from './authContext.ts';

/** A condition as better-auth puts it. */
interface AskedFor {
  readonly field: string;
  readonly operator: string;
  readonly connector: string;
  readonly value: unknown;
}

interface Asked {
  readonly model: string;
  readonly where?: readonly AskedFor[] | undefined;
}

type Page = Pick<sql.Wanted, 'limit' | 'sortBy' | 'offset'>;

/**
 * Keeps better-auth's records in our tables, and notes what happens to them. A session's token goes in and is asked
 * for as its digest; a session that was not found by its token comes back without one.
 */
export function createStore(visits: AuthContexts) {
  const find = async ({ model, where = [] }: Asked, page: Page): Promise<Fields[]> => {
    const kind = kindOf(model);
    const wanted = { ...page, conditions: conditionsOf(where) };
    const found = await sql.findRecords(visits.current.db, kind, wanted);
    return found.map((record) => shownAs(kind, record, tokenAskedFor(where)));
  };
  const change = ({ model, where = [] }: Asked, update: unknown): Promise<Fields[]> =>
    visits.inTransaction(async (tx) => {
      const kind = kindOf(model);
      const changes = storable(kind, update as Fields);
      const changed = await sql.updateRecords(tx, kind, conditionsOf(where), changes);
      await noteChanged(visits.current, kind, changed, changes);
      if (changes['password'] !== undefined) await endWaitingLinks(tx, changed);
      return changed.map((record) => shownAs(kind, record, tokenAskedFor(where)));
    });
  const remove = ({ model, where = [] }: Asked): Promise<Fields[]> =>
    visits.inTransaction(async (tx) => {
      const kind = kindOf(model);
      if (kind === 'verification') {
        const found = await sql.findRecords(tx, kind, { conditions: conditionsOf(where), limit: 100 });
        await lockUserOfVerification(tx, kind, found);
      }
      const deleted = await sql.deleteRecords(tx, kind, conditionsOf(where));
      await noteDeleted(visits.current, kind, deleted);
      return deleted;
    });
  return {
    create: ({ model, data }: { readonly model: string; readonly data: Fields }): Promise<Fields> =>
      visits.inTransaction(async (tx) => {
        const kind = kindOf(model);
        if (kind === 'session') await refuseOldPassword(tx, visits.current, data);
        await lockUserOfVerification(tx, kind, [data]);
        const record = await sql.insertRecord(tx, kind, storable(kind, data));
        await noteCreated(visits.current, kind, record);
        if (data['password'] !== undefined) await endWaitingLinks(tx, [record]);
        return shownAs(kind, record, data['token']);
      }),
    findOne: async (asked: Asked) => (await find(asked, { limit: 1 }))[0] ?? null,
    findMany: ({ limit, sortBy, offset, ...asked }: Asked & Page) => find(asked, { limit, sortBy, offset }),
    count: ({ model, where = [] }: Asked) =>
      sql.countRecords(visits.current.db, kindOf(model), conditionsOf(where)),
    update: async ({ update, ...asked }: Asked & { readonly update: unknown }) =>
      (await change(asked, update))[0] ?? null,
    updateMany: async ({ update, ...asked }: Asked & { readonly update: unknown }) =>
      (await change(asked, update)).length,
    delete: async (asked: Asked) => void (await remove(asked)),
    deleteMany: async (asked: Asked) => (await remove(asked)).length,
    consumeOne: async (asked: Asked) => (await remove(asked))[0] ?? null,
  };
}

/** Whoever came with a password that has been changed meanwhile did not know it. */
async function refuseOldPassword(tx: Postgres, { shown }: CurrentAuthContext, session: Fields): Promise<void> {
  if (shown.password === null) return;
  if (!(await holdPassword(tx, String(session['userId']), shown.password))) throw wrongSignIn();
}

/** Ends what somebody may have requested before the password changed: a new address, and links that set a password. */
async function endWaitingLinks(tx: Postgres, methods: readonly Fields[]): Promise<void> {
  for (const { userId } of methods) {
    await voidAddressChange(tx, String(userId));
    await endLinks(tx, String(userId));
  }
}

/**
 * The value of a reset link's record is its user. Locking the user first makes a link that is stored or used wait for
 * a password change in progress, which ends it or precedes it.
 */
async function lockUserOfVerification(tx: Postgres, kind: Kind, records: readonly Fields[]): Promise<void> {
  if (kind !== 'verification') return;
  for (const { value } of records) await lockPerson(tx, String(value));
}

function kindOf(model: string): Kind {
  if (!sql.isKind(model)) throw new Error(`there is no table for a ${model}`);
  return model;
}

function conditionsOf(where: readonly AskedFor[]): Condition[] {
  return where.map(({ field, operator, connector, value }) => {
    if (!sql.isComparison(operator) || connector !== 'AND') {
      throw new Error(`${field} cannot be compared by ${connector} ${operator}`);
    }
    return { field, operator, value: Array.isArray(value) ? value.map(kept(field)) : kept(field)(value) };
  });
}

/** The form in which a value is kept. */
function kept(field: string): (value: unknown) => unknown {
  if (field === 'token') return (token) => digestOf(String(token));
  if (field === 'name') return (name) => (name === '' ? null : name);
  return field === 'email' ? (email) => undotted(String(email)) : (value) => value;
}

const fieldsInOtherForms: Readonly<Record<Kind, readonly string[]>> = {
  user: ['email', 'name'],
  session: ['token'],
  account: [],
  verification: [],
};

function storable(kind: Kind, fields: Fields): Fields {
  const other = fieldsInOtherForms[kind]
    .filter((field) => fields[field] !== undefined)
    .map((field) => [field, kept(field)(fields[field])]);
  return { ...fields, ...Object.fromEntries(other) };
}

function tokenAskedFor(where: readonly AskedFor[]): unknown {
  return where.find(({ field, operator }) => field === 'token' && operator === 'eq')?.value;
}

function shownAs(kind: Kind, record: Fields, token: unknown): Fields {
  if (kind === 'session') return { ...record, token };
  if (kind !== 'user') return record;
  return { ...record, email: dotted(String(record['email'])), name: record['name'] ?? '' };
}
