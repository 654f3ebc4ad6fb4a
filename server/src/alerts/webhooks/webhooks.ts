import type { contract, Webhook, WebhookDelivery } from '@magpie/contract';
import { decodeCursor, listKey, pageFrom } from '../../rpc/cursor.ts';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../../rpc/procedure.ts';
import { queueDeliveries } from './deliveries.sql.ts';
import { type AddAuditEntry, createWebhookAudit } from './auditWebhook.ts';
import { assertPublicUrl, registerWebhook } from './registerWebhook.ts';
import { newWebhookSecret } from './signing.ts';
import * as sql from './webhooks.sql.ts';
import type { DeliveryRow, OwnedWebhook, WebhookRow } from './webhooks.sql.ts';

export interface WebhooksParts {
  /** `host:port` of webhooks that may be private, in the format of `Config.fetchAllow`. */
  readonly fetchAllow: readonly string[];
  readonly addAuditEntry: AddAuditEntry;
}

/** A test message would wait behind this many pending messages. */
const maxWaiting = 100;

export function webhooksRouter({
  fetchAllow,
  addAuditEntry,
}: WebhooksParts): Handlers<typeof contract.webhooks> {
  const audit = createWebhookAudit(addAuditEntry);
  return {
    list: async ({ caller, db }) => (await sql.listWebhooks(db, caller.userId)).map(presentWebhook),

    create: async ({ input: { url }, caller, address, db }) => {
      assertPublicUrl('url', url, fetchAllow);
      const { row, secret } = await registerWebhook(db, caller.userId, url);
      await audit(db, { caller, address }, 'webhook.created', row);
      return { ...presentWebhook(row), secret };
    },

    delete: async ({ input: { id }, caller, address, db }) => {
      const row = assertOwnWebhook(await sql.lockWebhook(db, id), id, caller);
      await sql.deleteWebhook(db, id);
      await audit(db, { caller, address }, 'webhook.deleted', row);
      return { success: true };
    },

    enable: async ({ input: { id }, caller, db }) => {
      const before = assertOwnWebhook(await sql.lockWebhook(db, id), id, caller);
      if (!before.enabled) await sql.enableWebhook(db, id);
      return presentWebhook(assertOwnWebhook(await sql.findWebhook(db, id), id, caller));
    },

    rollSecret: async ({ input: { id }, caller, address, db }) => {
      assertOwnWebhook(await sql.lockWebhook(db, id), id, caller);
      const secret = newWebhookSecret();
      await sql.setSecret(db, id, secret);
      const row = assertOwnWebhook(await sql.findWebhook(db, id), id, caller);
      await audit(db, { caller, address }, 'webhook.secret_rolled', row);
      return { ...presentWebhook(row), secret };
    },

    sendTest: async ({ input: { id }, caller, db }) => sendTest(db, await lockEnabledWebhook(db, id, caller)),

    deliveries: async ({ input, caller, db }) => {
      const { id, limit } = input;
      const list = listKey('webhooks.deliveries', input);
      const cursor = decodeCursor(list, input.cursor);
      assertOwnWebhook(await sql.findWebhook(db, id), id, caller);
      const rows = await sql.listDeliveries(db, id, { cursor, limit: limit + 1 });
      const { shown, ...rest } = pageFrom(list, rows, limit);
      return {
        deliveries: await presentDeliveries(db, shown),
        total: await sql.countDeliveries(db, id),
        ...rest,
      };
    },

    redeliver: async ({ input: { id }, caller, db }) => {
      const delivery = await sql.findDelivery(db, id);
      if (delivery === undefined) throw notFoundError('delivery', id);
      await lockEnabledWebhook(db, delivery.webhookId, caller);
      await sql.requeueDelivery(db, delivery);
      return presentDelivery(db, await sql.findDelivery(db, id));
    },
  };
}

function assertOwnWebhook(row: OwnedWebhook | undefined, id: number, { userId }: Caller): OwnedWebhook {
  if (row === undefined) throw notFoundError('webhook', id);
  if (row.userId !== userId) throw new MagpieError('FORBIDDEN', `Webhook ${id} belongs to somebody else.`);
  return row;
}

/** Locks the webhook until the transaction ends, so that nobody else queues messages for it. */
async function lockEnabledWebhook(tx: Postgres, id: number, caller: Caller): Promise<OwnedWebhook> {
  const row = assertOwnWebhook(await sql.lockWebhook(tx, id), id, caller);
  if (row.enabled) return row;
  throw new MagpieError('CONFLICT', `Webhook ${id} is disabled; enable it first.`);
}

async function sendTest(tx: Postgres, { id, userId, url }: OwnedWebhook): Promise<WebhookDelivery> {
  if ((await sql.countWaiting(tx, id)) >= maxWaiting) {
    throw new MagpieError(
      'CONFLICT',
      `Webhook ${id} has ${maxWaiting} or more pending messages; send a test when they are delivered.`,
    );
  }
  const data = { webhookId: id, message: 'This webhook works.' };
  const payload = { type: 'test', timestamp: new Date().toISOString(), data };
  await queueDeliveries(tx, [{ userId, url, notificationId: null, type: 'test', payload }]);
  const [newest] = await sql.listDeliveries(tx, id, { cursor: 0, limit: 1 });
  return presentDelivery(tx, newest);
}

function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

async function presentDelivery(db: Postgres, row: DeliveryRow | undefined): Promise<WebhookDelivery> {
  const [delivery] = await presentDeliveries(db, row === undefined ? [] : [row]);
  if (delivery === undefined) throw new Error('the inserted delivery was not found');
  return delivery;
}

async function presentDeliveries(db: Postgres, rows: readonly DeliveryRow[]): Promise<WebhookDelivery[]> {
  const attempts = await sql.listAttempts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    attempts: attempts
      .filter(({ deliveryId }) => deliveryId === row.id)
      .map(({ at, httpStatus, error, milliseconds }) => ({
        at: at.toISOString(),
        httpStatus,
        error,
        milliseconds,
      })),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}
