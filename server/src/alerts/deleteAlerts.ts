import { deleteSomeNotifications } from './inbox.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './rules.sql.ts';
import { deleteWebhooksOf } from './webhooks/webhooks.sql.ts';

/** Keeps each statement below the statement timeout. */
const firingsAtOnce = 10_000;
/** Each row may contain ten thousand hashes. */
const notificationsAtOnce = 500;

export async function deleteRule(tx: Postgres, ruleId: number): Promise<void> {
  while ((await sql.deleteSomeFirings(tx, ruleId, firingsAtOnce)) > 0);
  await sql.deleteRule(tx, ruleId);
}

/** Deletes the rules, notifications and webhooks of a user. */
export async function deleteAlertsOf(tx: Postgres, userId: string): Promise<void> {
  for (const { id } of await sql.lockUserRules(tx, userId)) await deleteRule(tx, id);
  while ((await deleteSomeNotifications(tx, userId, notificationsAtOnce)) === notificationsAtOnce);
  await deleteWebhooksOf(tx, userId);
}
