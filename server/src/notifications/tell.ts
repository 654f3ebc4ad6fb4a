import type { Postgres } from '../kernel/postgres/postgres.ts';

export interface Telling {
  /** The address of this service, for links. */
  readonly site: string;
  readonly now: Date;
  /** Only what was found before this time; else everything. */
  readonly before?: Date;
}

/**
 * Tells what these rules found and have not told yet: one notification for each rule, and at most one mail for each
 * address. How many notifications that makes.
 */
export async function tellFirings(
  _tx: Postgres,
  _ruleIds: readonly number[],
  _telling: Telling,
): Promise<number> {
  throw new Error('not written yet');
}
