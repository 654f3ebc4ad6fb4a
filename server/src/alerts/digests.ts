import type { Postgres } from '../db/postgres/postgres.ts';
import { claimDigests, rulesDue } from './alerts.sql.ts';
import { notifyRules } from './notify.ts';

interface DigestParts {
  readonly db: Postgres;
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

type DigestFrequency = 'daily' | 'weekly';

const digestHour = 7;
const monday = 1;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The most recent due time at or before now: 07:00 UTC, weekly on Mondays. */
export function lastDigest(frequency: DigestFrequency, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), digestHour);
  const daily = new Date(today > now.getTime() ? today - dayMilliseconds : today);
  if (frequency === 'daily') return daily;
  const daysSinceMonday = (daily.getUTCDay() - monday + 7) % 7;
  return new Date(daily.getTime() - daysSinceMonday * dayMilliseconds);
}

export function nextDigest(frequency: DigestFrequency, after: Date): Date {
  const days = frequency === 'daily' ? 1 : 7;
  return new Date(lastDigest(frequency, after).getTime() + days * dayMilliseconds);
}
