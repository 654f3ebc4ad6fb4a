import type { Logger } from '../config/log.ts';

/** Deletes some of one kind of thing that has expired, never so much that it takes long; how many. */
export type Deletion = () => Promise<number>;

/**
 * Deletes what has expired, a part of each kind in turn, until nothing is left or the time is over. What fails keeps
 * nothing else from being deleted; that it failed is told at the end.
 */
export async function deleteExpired(
  deletions: Readonly<Record<string, Deletion>>,
  hasTime: () => boolean,
  log: Logger,
): Promise<void> {
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  let unfinished = Object.entries(deletions);
  while (unfinished.length > 0 && hasTime()) {
    const goingOn: typeof unfinished = [];
    for (const [kind, deletion] of unfinished) {
      if (!hasTime()) break;
      try {
        const count = await deletion();
        if (count === 0) continue;
        counts[kind] = (counts[kind] ?? 0) + count;
        goingOn.push([kind, deletion]);
      } catch (error) {
        log.error({ kind, err: error }, 'could not delete what had expired');
        failures.push(error);
      }
    }
    unfinished = goingOn;
  }
  if (Object.keys(counts).length > 0) log.info(counts, 'deleted what had expired');
  if (failures.length > 0) throw new AggregateError(failures, 'some of what had expired was not deleted');
}
