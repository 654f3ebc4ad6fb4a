import type { AdCursor } from '../ads/adCursor.ts';

/** Every row contains the total number of rows. */
interface Ranked {
  readonly total: number;
}

/** Reads a page of a ranking. A page beyond the last one has no rows, so the total is read from the first row. */
export async function rankedPage<Row extends Ranked>(
  { offset }: AdCursor,
  limit: number,
  read: (page: { limit: number; offset: number }) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await read({ limit, offset });
  const [first] = rows.length === 0 && offset > 0 ? await read({ limit: 1, offset: 0 }) : rows;
  return { rows, total: first?.total ?? 0 };
}
