import type { AdCursor } from '../ads/adCursor.ts';

/** Every row tells how many there are, also those that are on other pages. */
interface Ranked {
  readonly total: number;
}

/** The page of a ranking where a walk stands. Beyond the last one no row tells how many there are, so the first is asked. */
export async function rankedPage<Row extends Ranked>(
  { offset }: AdCursor,
  limit: number,
  read: (page: { limit: number; offset: number }) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await read({ limit, offset });
  const [told] = rows.length === 0 && offset > 0 ? await read({ limit: 1, offset: 0 }) : rows;
  return { rows, total: told?.total ?? 0 };
}
