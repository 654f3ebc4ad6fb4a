import type { Postgres } from '../kernel/postgres/postgres.ts';
import { insertRule, noteFirstFollow, type RuleFields } from './rules.sql.ts';

const firstRule: RuleFields = {
  name: 'New ads of companies I follow',
  enabled: true,
  event: 'new_ads',
  isForFollowed: true,
  companyNames: [],
  platforms: [],
  keywords: [],
  threshold: null,
  frequency: 'instant',
  channels: [{ type: 'inbox', target: null }],
};

/** Whoever follows somebody for the first time gets a rule about it. Who deletes it does not get it again. */
export async function makeFirstFollowRule(tx: Postgres, userId: string): Promise<void> {
  if (await noteFirstFollow(tx, userId)) await insertRule(tx, userId, firstRule);
}
