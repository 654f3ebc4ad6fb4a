import type { Postgres } from '../kernel/postgres/postgres.ts';

export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly isOwner: boolean;
}

export interface Person {
  readonly id: string;
  readonly isOwner: boolean;
  /** Whether it was not here before. */
  readonly created: boolean;
}

/** Adds a person, or finds the one with that address whatever its case; an owner stays or becomes one. */
export async function addOrFindPerson(db: Postgres, person: NewPerson): Promise<Person> {
  const [row] = await db.query<Person>(
    `INSERT INTO users AS person (id, email, name, is_owner) VALUES ($1, $2, $3, $4)
     ON CONFLICT (lower(email)) DO UPDATE SET is_owner = person.is_owner OR excluded.is_owner
     RETURNING id, is_owner AS "isOwner", id = $1 AS created`,
    [person.id, person.email, person.name, person.isOwner],
  );
  if (row === undefined) throw new Error('the person was not returned');
  return row;
}

/** Holds the row that stands for this instance until the transaction ends: one node at a time makes its first key. */
export async function lockInstance(tx: Postgres): Promise<{ firstKeyShown: boolean }> {
  await tx.query(`INSERT INTO instance DEFAULT VALUES ON CONFLICT DO NOTHING`);
  const [row] = await tx.query<{ firstKeyShown: boolean }>(
    `SELECT first_key_shown_at IS NOT NULL AS "firstKeyShown" FROM instance FOR UPDATE`,
  );
  return { firstKeyShown: row?.firstKeyShown ?? false };
}

export async function markFirstKeyShown(tx: Postgres): Promise<void> {
  await tx.query(`UPDATE instance SET first_key_shown_at = now()`);
}
