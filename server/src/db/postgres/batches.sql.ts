import type { Postgres } from './postgres.ts';

/** Deletes up to 10,000 rows, to stay below the timeout, and skips rows that others have locked. */
export async function deleteBatch(db: Postgres, table: string, condition: string): Promise<number> {
  const rows = await db.query(
    `DELETE FROM ${table}
     WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT 10000 FOR UPDATE SKIP LOCKED))
     RETURNING 1`,
  );
  return rows.length;
}

export function toColumns<Row>(rows: readonly Row[], ...fields: readonly (keyof Row)[]): unknown[][] {
  return fields.map((field) => rows.map((row) => row[field]));
}

/** Larger statements are slow and held in memory several times. */
const maxCharacters = 16_000_000;

export function* splitBySize<Item>(
  items: Iterable<Item>,
  charactersOf: (item: Item) => number,
): Generator<Item[]> {
  let batch: Item[] = [];
  let characters = 0;
  for (const item of items) {
    batch.push(item);
    characters += charactersOf(item);
    if (characters < maxCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The first item of each group, in order. */
export function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] {
  return [...groupBy(items, keyOf).values()].flatMap((group) => group.slice(0, 1));
}
