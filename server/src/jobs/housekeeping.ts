import type { Logger } from '../config/log.ts';

/** Deletes one small batch of expired items and returns how many. */
export type Deletion = () => Promise<number>;

/** One batch of each kind in turn until none is left or the time is up; failures are thrown at the end. */
export async function deleteExpired(
  deletions: Readonly<Record<string, Deletion>>,
  hasTime: () => boolean,
  log: Logger,
): Promise<void> {
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  let unfinished = Object.entries(deletions);
  while (unfinished.length > 0 && hasTime()) {
    const remaining: typeof unfinished = [];
    for (const [kind, deletion] of unfinished) {
      if (!hasTime()) break;
      try {
        const count = await deletion();
        if (count === 0) continue;
        counts[kind] = (counts[kind] ?? 0) + count;
        remaining.push([kind, deletion]);
      } catch (error) {
        log.error({ kind, err: error }, 'deletion of expired items failed');
        failures.push(error);
      }
    }
    unfinished = remaining;
  }
  if (Object.keys(counts).length > 0) log.info(counts, 'expired items deleted');
  if (failures.length > 0) throw new AggregateError(failures, 'some expired items were not deleted');
}
