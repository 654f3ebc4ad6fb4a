import type { Postgres } from '../../db/postgres/postgres.ts';

/** Where the records are kept that signing in is about. Whatever is not named here is neither kept nor asked for. */
const kept = {
  user: {
    table: 'users',
    columns: {
      id: 'id',
      email: 'email',
      name: 'name',
      emailVerified: 'email_verified',
      image: 'image',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  session: {
    table: 'sessions',
    columns: {
      id: 'id',
      userId: 'user_id',
      token: 'token_sha256',
      ipAddress: 'address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      expiresAt: 'expires_at',
    },
  },
  // What a provider gave us to act for somebody there is of no use here, so it is not kept.
  account: {
    table: 'sign_in_methods',
    columns: {
      id: 'id',
      userId: 'user_id',
      providerId: 'provider',
      accountId: 'account',
      password: 'password',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    table: 'verifications',
    columns: {
      id: 'id',
      identifier: 'identifier',
      value: 'value',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      expiresAt: 'expires_at',
    },
  },
} as const;

export type Kind = keyof typeof kept;
export type Fields = Readonly<Record<string, unknown>>;

const comparisons = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

export interface Condition {
  readonly field: string;
  readonly operator: keyof typeof comparisons | 'in';
  readonly value: unknown;
}

export function isKind(kind: string): kind is Kind {
  return Object.hasOwn(kept, kind);
}

export function isComparison(operator: string): operator is Condition['operator'] {
  return operator === 'in' || Object.hasOwn(comparisons, operator);
}

export async function insertRecord(db: Postgres, kind: Kind, fields: Fields): Promise<Fields> {
  const { names, values } = keptOf(kind, fields);
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  const [record] = await db.query<Fields>(
    `INSERT INTO ${kept[kind].table} (${names.join(', ')}) VALUES (${places}) RETURNING ${allOf(kind)}`,
    values,
  );
  if (record === undefined) throw new Error('the record was not returned');
  return record;
}

export interface Wanted {
  readonly conditions: readonly Condition[];
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
}

const directions = { asc: 'ASC', desc: 'DESC' } as const;

export function findRecords(db: Postgres, kind: Kind, wanted: Wanted): Promise<Fields[]> {
  const { text, values } = where(kind, wanted.conditions);
  const { field, direction } = wanted.sortBy ?? { field: 'id', direction: 'asc' };
  return db.query<Fields>(
    `SELECT ${allOf(kind)} FROM ${kept[kind].table} WHERE ${text}
     ORDER BY ${columnOf(kind, field)} ${directions[direction]}
     LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, wanted.limit, wanted.offset ?? 0],
  );
}

export async function countRecords(
  db: Postgres,
  kind: Kind,
  conditions: readonly Condition[],
): Promise<number> {
  const { text, values } = where(kind, conditions);
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${kept[kind].table} WHERE ${text}`,
    values,
  );
  return row?.count ?? 0;
}

export async function updateRecords(
  db: Postgres,
  kind: Kind,
  conditions: readonly Condition[],
  changes: Fields,
): Promise<Fields[]> {
  const { names, values: given } = keptOf(kind, changes);
  const { text, values } = where(kind, conditions, given.length);
  // Where only things change that are not kept, nothing does.
  if (names.length === 0) return findRecords(db, kind, { conditions, limit: 100 });
  const assignments = names.map((name, index) => `${name} = $${index + 1}`).join(', ');
  return db.query<Fields>(
    `UPDATE ${kept[kind].table} SET ${assignments} WHERE ${text} RETURNING ${allOf(kind)}`,
    [...given, ...values],
  );
}

export function deleteRecords(db: Postgres, kind: Kind, conditions: readonly Condition[]): Promise<Fields[]> {
  const { text, values } = where(kind, conditions);
  return db.query<Fields>(`DELETE FROM ${kept[kind].table} WHERE ${text} RETURNING ${allOf(kind)}`, values);
}

function keptOf(kind: Kind, fields: Fields): { names: string[]; values: unknown[] } {
  const columns: Readonly<Record<string, string>> = kept[kind].columns;
  const known = Object.entries(fields).filter(
    ([field, value]) => columns[field] !== undefined && value !== undefined,
  );
  return { names: known.map(([field]) => columns[field] ?? ''), values: known.map(([, value]) => value) };
}

function columnOf(kind: Kind, field: string): string {
  const columns: Readonly<Record<string, string>> = kept[kind].columns;
  const column = columns[field];
  if (column === undefined) throw new Error(`nothing is kept as ${field} of a ${kind}`);
  return column;
}

function where(
  kind: Kind,
  conditions: readonly Condition[],
  placesBefore = 0,
): { text: string; values: unknown[] } {
  const texts = conditions.map(({ field, operator }, index) => {
    const place = `$${placesBefore + index + 1}`;
    // An address is kept as its owner writes it, and asked for in lower case.
    const column = kind === 'user' && field === 'email' ? 'lower(email)' : columnOf(kind, field);
    return operator === 'in' ? `${column} = ANY(${place})` : `${column} ${comparisons[operator]} ${place}`;
  });
  return {
    text: texts.length === 0 ? 'true' : texts.join(' AND '),
    values: conditions.map(({ value }) => value),
  };
}

function allOf(kind: Kind): string {
  return Object.entries(kept[kind].columns)
    .map(([field, column]) => `${column} AS "${field}"`)
    .join(', ');
}
