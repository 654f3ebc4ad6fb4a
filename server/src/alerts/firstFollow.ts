import type { Postgres } from '../db/postgres/postgres.ts';
import { insertRule, noteFirstFollow, ruleDefaults, type RuleFields } from './rules.sql.ts';

const firstRule: RuleFields = {
  ...ruleDefaults,
  name: 'New ads of companies I follow',
  event: 'new_ads',
  isForFollowed: true,
};

/** Whoever follows somebody for the first time gets a rule about it. Who deletes it does not get it again. */
export async function makeFirstFollowRule(tx: Postgres, userId: string): Promise<void> {
  if (await noteFirstFollow(tx, userId)) await insertRule(tx, userId, firstRule);
}
