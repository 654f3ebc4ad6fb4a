import type { Postgres } from '../db/postgres/postgres.ts';

/** Keeps copies of ads, which others store, up to date with the index. */
export interface CopyUpdater {
  /** Marks the ads among these that have copies. Uses a separate transaction, so the marks survive an interrupted change. */
  markOutdated(hashes: readonly string[]): Promise<OutdatedCopies>;
  /** Updates these copies from the index, at the end of the change's transaction. A failure leaves them marked. */
  update(tx: Postgres, outdated: OutdatedCopies): Promise<void>;
}

export interface OutdatedCopies {
  readonly ids: readonly number[];
  readonly hashes: readonly string[];
}

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
