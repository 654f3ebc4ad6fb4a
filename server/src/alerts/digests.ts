import type { Postgres } from '../db/postgres/postgres.ts';
import { lastDigest } from './periods.ts';
import { claimDigests, rulesDue } from './notify.sql.ts';
import { notifyRules } from './notify.ts';

export interface DigestParts {
  readonly db: Postgres;
  /** The address of this service, for links. */
  readonly site: string;
  readonly now: Date;
}

/**
 * Sends daily and weekly digests that are due, in one batch so that an address gets one mail. Also sends what is pending
 * for rules that were changed to instant.
 */
export function sendDueDigests({ db, site, now }: DigestParts): Promise<number> {
  const daily = lastDigest('daily', now);
  const weekly = lastDigest('weekly', now);
  return db.transaction(async (tx) => {
    if (!(await claimDigests(tx))) return 0;
    const due = await rulesDue(tx, daily, weekly);
    const idsOf = (frequency: string): number[] =>
      due.filter((rule) => rule.frequency === frequency).map(({ id }) => id);
    return notifyRules(
      tx,
      [
        { ruleIds: idsOf('daily'), before: daily },
        { ruleIds: idsOf('weekly'), before: weekly },
        { ruleIds: idsOf('instant'), before: null },
      ],
      { site, now },
    );
  });
}
