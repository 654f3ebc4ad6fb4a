import type { Postgres } from '../db/postgres/postgres.ts';

/** Keeps copies of ads, which others store, up to date with the index. */
export interface CopyUpdater {
  /** Stores which of these ads have copies, in a transaction of its own: a change that is killed leaves this behind. */
  markOutdated(hashes: readonly string[]): Promise<OutdatedCopies>;
  /** Updates these copies from the index, at the end of the change's transaction. A failure leaves them marked. */
  update(tx: Postgres, outdated: OutdatedCopies): Promise<void>;
}

export interface OutdatedCopies {
  /** Of the marks. */
  readonly ids: readonly number[];
  readonly hashes: readonly string[];
}

/** Changes these ads in the index, and then copies of them. */
export async function withCopies<Result>(
  copies: CopyUpdater | undefined,
  tx: Postgres,
  hashes: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const outdated = await copies?.markOutdated(hashes);
  const result = await change();
  if (outdated !== undefined && outdated.ids.length > 0) await copies?.update(tx, outdated);
  return result;
}
