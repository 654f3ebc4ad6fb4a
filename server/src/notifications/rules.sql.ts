import type { Rule } from '@magpie/contract';
import type { Postgres } from '../kernel/postgres/postgres.ts';

/** A rule as it is kept. */
export interface RuleRow {
  readonly id: number;
  readonly userId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly event: Rule['event'];
  /** About the advertisers that its owner follows at the time; `companyNames` is empty then. */
  readonly isForFollowed: boolean;
  /** Empty: every advertiser, unless it is for those followed. */
  readonly companyNames: readonly string[];
  readonly platforms: Rule['platforms'];
  readonly keywords: readonly string[];
  readonly threshold: number | null;
  readonly frequency: Rule['frequency'];
  readonly channels: Rule['channels'];
  readonly lastFiredAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Of the table `rules`, called `rule` in the statement. */
export const ruleColumns = `rule.id, rule.user_id AS "userId", rule.name, rule.enabled, rule.event,
  rule.is_for_followed AS "isForFollowed", rule.company_names AS "companyNames", rule.platforms, rule.keywords,
  rule.threshold, rule.frequency, rule.channels, rule.last_fired_at AS "lastFiredAt",
  rule.created_at AS "createdAt", rule.updated_at AS "updatedAt"`;

/** The rules of a person, the oldest first. */
export function rulesOf(db: Postgres, userId: string): Promise<RuleRow[]> {
  return db.query<RuleRow>(`SELECT ${ruleColumns} FROM rules rule WHERE rule.user_id = $1 ORDER BY rule.id`, [
    userId,
  ]);
}

export async function findRule(db: Postgres, id: number): Promise<RuleRow | undefined> {
  const [row] = await db.query<RuleRow>(`SELECT ${ruleColumns} FROM rules rule WHERE rule.id = $1`, [id]);
  return row;
}
