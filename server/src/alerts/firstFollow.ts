import type { Postgres } from '../db/postgres/postgres.ts';
import { insertRule, markFirstFollow, ruleDefaults, type RuleFields } from './rules.sql.ts';

const firstRule: RuleFields = {
  ...ruleDefaults,
  name: 'New ads from brands I follow',
  event: 'new_ads',
  isForFollowed: true,
};

/** Creates a rule on a user's first follow. It is not created again after the user deletes it. */
export async function createFirstFollowRule(tx: Postgres, userId: string): Promise<void> {
  if (await markFirstFollow(tx, userId)) await insertRule(tx, userId, firstRule);
}
