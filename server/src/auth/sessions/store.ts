import * as sql from './store.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { lockPerson, voidAddressChange } from '../addressChanges.sql.ts';
import { hashSecret } from '../../rpc/secret.ts';
import { endLinks } from '../signInLinks.sql.ts';
import {
  toBetterAuthEmail,
  fromBetterAuthEmail,
  type CurrentAuthContext,
  type AuthContexts,
  type AuthContext,
  invalidCredentials,
} from './auth.ts';
import type { RecordCondition, Fields, Kind } from './store.sql.ts';
import { lockPassword } from './sessions.sql.ts';
import { addAuditEntry } from '../../rpc/auditLog.sql.ts';
import { sessionCredential } from './sessionAuth.ts';

interface WhereClause {
  readonly field: string;
  readonly operator: string;
  readonly connector: string;
  readonly value: unknown;
}

interface RecordQuery {
  readonly model: string;
  readonly where?: readonly WhereClause[] | undefined;
}

type Page = Pick<sql.FindOptions, 'limit' | 'sortBy' | 'offset'>;

/** Only the hash of a token is stored, so a session has its token only if the query contained it. */
export function createRecordStore(contexts: AuthContexts) {
  const find = async ({ model, where = [] }: RecordQuery, page: Page): Promise<Fields[]> => {
    const kind = parseKind(model);
    const wanted = { ...page, conditions: toConditions(where) };
    const found = await sql.findRecords(contexts.current.db, kind, wanted);
    return found.map((record) => fromStored(kind, record, queriedToken(where)));
  };
  const change = ({ model, where = [] }: RecordQuery, update: unknown): Promise<Fields[]> =>
    contexts.inTransaction(async (tx) => {
      const kind = parseKind(model);
      const changes = storable(kind, update as Fields);
      const changed = await sql.updateRecords(tx, kind, toConditions(where), changes);
      await auditChanged(contexts.current, kind, changed, changes);
      if (changes['password'] !== undefined) await voidPendingLinks(tx, changed);
      return changed.map((record) => fromStored(kind, record, queriedToken(where)));
    });
  const remove = ({ model, where = [] }: RecordQuery): Promise<Fields[]> =>
    contexts.inTransaction(async (tx) => {
      const kind = parseKind(model);
      if (kind === 'verification') {
        const found = await sql.findRecords(tx, kind, { conditions: toConditions(where), limit: 100 });
        await lockUserOfVerification(tx, kind, found);
      }
      const deleted = await sql.deleteRecords(tx, kind, toConditions(where));
      await auditDeleted(contexts.current, kind, deleted);
      return deleted;
    });
  return {
    create: ({ model, data }: { readonly model: string; readonly data: Fields }): Promise<Fields> =>
      contexts.inTransaction(async (tx) => {
        const kind = parseKind(model);
        if (kind === 'session') await assertPasswordUnchanged(tx, contexts.current, data);
        await lockUserOfVerification(tx, kind, [data]);
        const record = await sql.insertRecord(tx, kind, storable(kind, data));
        await auditCreated(contexts.current, kind, record);
        if (data['password'] !== undefined) await voidPendingLinks(tx, [record]);
        return fromStored(kind, record, data['token']);
      }),
    findOne: async (query: RecordQuery) => (await find(query, { limit: 1 }))[0] ?? null,
    findMany: ({ limit, sortBy, offset, ...query }: RecordQuery & Page) =>
      find(query, { limit, sortBy, offset }),
    count: ({ model, where = [] }: RecordQuery) =>
      sql.countRecords(contexts.current.db, parseKind(model), toConditions(where)),
    update: async ({ update, ...query }: RecordQuery & { readonly update: unknown }) =>
      (await change(query, update))[0] ?? null,
    updateMany: async ({ update, ...query }: RecordQuery & { readonly update: unknown }) =>
      (await change(query, update)).length,
    delete: async (query: RecordQuery) => void (await remove(query)),
    deleteMany: async (query: RecordQuery) => (await remove(query)).length,
    consumeOne: async (query: RecordQuery) => (await remove(query))[0] ?? null,
  };
}

async function assertPasswordUnchanged(
  tx: Postgres,
  { verified }: CurrentAuthContext,
  session: Fields,
): Promise<void> {
  if (verified.password === null) return;
  if (!(await lockPassword(tx, String(session['userId']), verified.password))) throw invalidCredentials();
}

/** Cancels pending email changes and password links of users whose password changed. */
async function voidPendingLinks(tx: Postgres, methods: readonly Fields[]): Promise<void> {
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

function parseKind(model: string): Kind {
  if (!sql.isKind(model)) throw new Error(`no table for the model ${model}`);
  return model;
}

function toConditions(where: readonly WhereClause[]): RecordCondition[] {
  return where.map(({ field, operator, connector, value }) => {
    if (!sql.isComparison(operator) || connector !== 'AND') {
      throw new Error(`unsupported condition on ${field}: ${connector} ${operator}`);
    }
    return {
      field,
      operator,
      value: Array.isArray(value) ? value.map(toStored(field)) : toStored(field)(value),
    };
  });
}

function toStored(field: string): (value: unknown) => unknown {
  if (field === 'token') return (token) => hashSecret(String(token));
  if (field === 'name') return (name) => (name === '' ? null : name);
  return field === 'email' ? (email) => fromBetterAuthEmail(String(email)) : (value) => value;
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
    .map((field) => [field, toStored(field)(fields[field])]);
  return { ...fields, ...Object.fromEntries(other) };
}

function queriedToken(where: readonly WhereClause[]): unknown {
  return where.find(({ field, operator }) => field === 'token' && operator === 'eq')?.value;
}

function fromStored(kind: Kind, record: Fields, token: unknown): Fields {
  if (kind === 'session') return { ...record, token };
  if (kind !== 'user') return record;
  return { ...record, email: toBetterAuthEmail(String(record['email'])), name: record['name'] ?? '' };
}

export async function auditCreated(context: AuthContext, kind: Kind, record: Fields): Promise<void> {
  const { db, address, form } = context;
  if (kind === 'session') {
    const entry = { actorId: readUserId(record), via: sessionCredential(String(record['id'])), address };
    await addAuditEntry(db, { ...entry, act: 'session.signed_in', details: { form } });
  }
  if (kind === 'user') {
    const [actorId, subject] = [String(record['id']), String(record['email'])];
    await addAuditEntry(db, { act: 'account.created', actorId, subject, address, details: { form } });
  }
  if (kind === 'account' && form === 'reset-password') await auditPassword(context, record);
}

export async function auditChanged(
  context: AuthContext,
  kind: Kind,
  records: readonly Fields[],
  changes: Fields,
): Promise<void> {
  const { db, address } = context;
  for (const record of records) {
    if (kind === 'account' && changes['password'] !== undefined) await auditPassword(context, record);
    if (kind === 'user' && changes['emailVerified'] === true) {
      const [actorId, subject] = [String(record['id']), String(record['email'])];
      await addAuditEntry(db, { act: 'email.verified', actorId, subject, address });
    }
  }
}

/** Deleting expired sessions is not audited. */
const endActs: Readonly<Record<string, 'session.signed_out' | 'session.ended'>> = {
  'sign-out': 'session.signed_out',
  'reset-password': 'session.ended',
};

export async function auditDeleted(
  context: AuthContext,
  kind: Kind,
  records: readonly Fields[],
): Promise<void> {
  const act = endActs[context.form];
  if (kind !== 'session' || act === undefined) return;
  for (const record of records) {
    const subject = sessionCredential(String(record['id']));
    await addAuditEntry(context.db, { act, actorId: readUserId(record), subject, address: context.address });
  }
}

async function auditPassword({ db, form, address }: AuthContext, record: Fields): Promise<void> {
  const act = form === 'reset-password' ? 'password.reset' : 'password.changed';
  await addAuditEntry(db, { act, actorId: readUserId(record), address });
}

function readUserId(record: Fields): string {
  return String(record['userId']);
}
