import type { contract } from '@magpie/contract';
import { decodeCursor, listKey, pageFrom } from '../rpc/cursor.ts';
import { shortenEntries } from '../ads/shorten.ts';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import { testRuleHandler, type BackTestParts } from './backTest.ts';
import * as sql from './inbox.sql.ts';
import { rulesHandlers, type RulesParts } from './rules.ts';

export function notificationsRouter(
  parts: RulesParts & BackTestParts,
): ProcedureHandlers<typeof contract.notifications> {
  return {
    list: async ({ input, caller: { userId }, db }) => {
      const list = listKey('notifications.list', input, userId);
      const cursor = decodeCursor(list, input.cursor);
      const [rows, total] = await Promise.all([
        sql.listNotifications(db, userId, { ...input, cursor, limit: input.limit + 1 }),
        sql.countNotifications(db, userId, input.unreadOnly),
      ]);
      const { shown, ...rest } = pageFrom(list, rows, input.limit);
      return { notifications: await shortenEntries(shown.map(withIsoTimes)), total, ...rest };
    },

    get: async ({ input: { id }, caller: { userId }, db }) => {
      await assertOwnNotifications(db, userId, [id]);
      const row = await sql.findNotification(db, userId, id);
      if (row === undefined) throw notFoundError('notification', id);
      return withIsoTimes(row);
    },

    unreadCount: async ({ caller, db }) => ({ count: await sql.countNotifications(db, caller.userId, true) }),

    markRead: async ({ input, caller: { userId }, db }) => {
      const ids = input.ids ?? null;
      if (ids !== null) await assertOwnNotifications(db, userId, ids);
      const updated = await sql.markNotificationsRead(db, userId, ids);
      if (updated > 0) await sql.notifyInboxChanged(db, [userId]);
      return { updated, unreadCount: await sql.countNotifications(db, userId, true) };
    },

    ...rulesHandlers(parts),

    testRule: testRuleHandler(parts),
  };
}

async function assertOwnNotifications(db: Postgres, userId: string, ids: readonly number[]): Promise<void> {
  const owners = new Map((await sql.notificationOwners(db, ids)).map((row) => [row.id, row.userId]));
  for (const id of ids) {
    const owner = owners.get(id);
    if (owner === undefined) throw notFoundError('notification', id);
    if (owner !== userId) throw new MagpieError('FORBIDDEN', `Notification ${id} belongs to somebody else.`);
  }
}
