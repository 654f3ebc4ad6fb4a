import type { Postgres } from '../../db/postgres/postgres.ts';

/** The tables of better-auth's models. Fields that are not listed are neither stored nor queried. */
const tables = {
  user: {
    table: 'users',
    fields: ['id', 'email', 'name', 'emailVerified', 'image', 'createdAt', 'updatedAt'],
  },
  session: {
    table: 'sessions',
    fields: ['id', 'userId', 'token', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'],
  },
  // Provider tokens are not needed and therefore not stored.
  account: {
    table: 'sign_in_methods',
    fields: ['id', 'userId', 'providerId', 'accountId', 'password', 'createdAt', 'updatedAt'],
  },
  verification: {
    table: 'verifications',
    fields: ['id', 'identifier', 'value', 'createdAt', 'updatedAt', 'expiresAt'],
  },
} as const;

/** Other columns have the name of their field in snake case. */
const columnNames: Readonly<Record<string, string>> = {
  token: 'token_sha256',
  ipAddress: 'address',
  providerId: 'provider',
  accountId: 'account',
};

export type Kind = keyof typeof tables;
export type Fields = Readonly<Record<string, unknown>>;

const comparisons = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

export interface RecordCondition {
  readonly field: string;
  readonly operator: keyof typeof comparisons | 'in';
  readonly value: unknown;
}

export function isKind(kind: string): kind is Kind {
  return Object.hasOwn(tables, kind);
}

export function isComparison(operator: string): operator is RecordCondition['operator'] {
  return operator === 'in' || Object.hasOwn(comparisons, operator);
}

export async function insertRecord(db: Postgres, kind: Kind, fields: Fields): Promise<Fields> {
  const { names, values } = storedColumns(kind, fields);
  const parameters = names.map((_, index) => `$${index + 1}`).join(', ');
  const [record] = await db.query<Fields>(
    `INSERT INTO ${tables[kind].table} (${names.join(', ')}) VALUES (${parameters}) RETURNING ${selectList(kind)}`,
    values,
  );
  if (record === undefined) throw new Error('the record was not returned');
  return record;
}

export interface FindOptions {
  readonly conditions: readonly RecordCondition[];
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
}

const directions = { asc: 'ASC', desc: 'DESC' } as const;

export function findRecords(db: Postgres, kind: Kind, options: FindOptions): Promise<Fields[]> {
  const { text, values } = where(kind, options.conditions);
  const { field, direction } = options.sortBy ?? { field: 'id', direction: 'asc' };
  return db.query<Fields>(
    `SELECT ${selectList(kind)} FROM ${tables[kind].table} WHERE ${text}
     ORDER BY ${toColumn(kind, field)} ${directions[direction]}
     LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, options.limit, options.offset ?? 0],
  );
}

export async function countRecords(
  db: Postgres,
  kind: Kind,
  conditions: readonly RecordCondition[],
): Promise<number> {
  const { text, values } = where(kind, conditions);
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${tables[kind].table} WHERE ${text}`,
    values,
  );
  return row?.count ?? 0;
}

export async function updateRecords(
  db: Postgres,
  kind: Kind,
  conditions: readonly RecordCondition[],
  changes: Fields,
): Promise<Fields[]> {
  const { names, values: given } = storedColumns(kind, changes);
  const { text, values } = where(kind, conditions, given.length);
  // No stored field changes.
  if (names.length === 0) return findRecords(db, kind, { conditions, limit: 100 });
  const assignments = names.map((name, index) => `${name} = $${index + 1}`).join(', ');
  return db.query<Fields>(
    `UPDATE ${tables[kind].table} SET ${assignments} WHERE ${text} RETURNING ${selectList(kind)}`,
    [...given, ...values],
  );
}

export function deleteRecords(
  db: Postgres,
  kind: Kind,
  conditions: readonly RecordCondition[],
): Promise<Fields[]> {
  const { text, values } = where(kind, conditions);
  return db.query<Fields>(
    `DELETE FROM ${tables[kind].table} WHERE ${text} RETURNING ${selectList(kind)}`,
    values,
  );
}

function isStored(kind: Kind, field: string): boolean {
  return (tables[kind].fields as readonly string[]).includes(field);
}

function storedColumns(kind: Kind, fields: Fields): { names: string[]; values: unknown[] } {
  const known = Object.entries(fields).filter(
    ([field, value]) => isStored(kind, field) && value !== undefined,
  );
  return { names: known.map(([field]) => toColumn(kind, field)), values: known.map(([, value]) => value) };
}

function toColumn(kind: Kind, field: string): string {
  if (!isStored(kind, field)) throw new Error(`${kind} has no stored field ${field}`);
  return columnNames[field] ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function where(
  kind: Kind,
  conditions: readonly RecordCondition[],
  offset = 0,
): { text: string; values: unknown[] } {
  const texts = conditions.map(({ field, operator }, index) => {
    const parameter = `$${offset + index + 1}`;
    // Addresses are stored as entered, and better-auth queries them in lower case.
    const column = kind === 'user' && field === 'email' ? 'lower(email)' : toColumn(kind, field);
    return operator === 'in'
      ? `${column} = ANY(${parameter})`
      : `${column} ${comparisons[operator]} ${parameter}`;
  });
  return {
    text: texts.length === 0 ? 'true' : texts.join(' AND '),
    values: conditions.map(({ value }) => value),
  };
}

function selectList(kind: Kind): string {
  return tables[kind].fields.map((field) => `${toColumn(kind, field)} AS "${field}"`).join(', ');
}
