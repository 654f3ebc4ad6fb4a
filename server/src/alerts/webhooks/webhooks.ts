import type { contract, Webhook, WebhookDelivery } from '@magpie/contract';
import { decodeCursor, listKey, pageFrom } from '../../rpc/cursor.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../../rpc/procedure.ts';
import { queueDeliveries } from './deliveries.sql.ts';
import { type NoteAct, notingWebhooks } from './noteWebhook.ts';
import { refuseInside, registerWebhook } from './registerWebhook.ts';
import { newWebhookSecret } from './signing.ts';
import * as sql from './webhooks.sql.ts';
import type { DeliveryRow, OwnedWebhook, WebhookRow } from './webhooks.sql.ts';

export interface WebhooksParts {
  /** `host:port` of those that need not be public, as `Config.fetchAllow` spells them. */
  readonly fetchAllow: readonly string[];
  readonly noteAct: NoteAct;
}

/** A test to an address for which so many messages wait would be one more of them. */
const mostWaiting = 100;

export function webhooksRouter({ fetchAllow, noteAct }: WebhooksParts): Handlers<typeof contract.webhooks> {
  const note = notingWebhooks(noteAct);
  return {
    list: async ({ caller, db }) => (await sql.listWebhooks(db, caller.userId)).map(webhookOf),

    create: async ({ input: { url }, caller, address, db }) => {
      refuseInside('url', url, fetchAllow);
      const { row, secret } = await registerWebhook(db, caller.userId, url);
      await note(db, { caller, address }, 'webhook.created', row);
      return { ...webhookOf(row), secret };
    },

    delete: async ({ input: { id }, caller, address, db }) => {
      const row = ownOf(await sql.holdWebhook(db, id), id, caller);
      await sql.deleteWebhook(db, id);
      await note(db, { caller, address }, 'webhook.deleted', row);
      return { success: true };
    },

    enable: async ({ input: { id }, caller, db }) => {
      const before = ownOf(await sql.holdWebhook(db, id), id, caller);
      if (!before.enabled) await sql.enableWebhook(db, id);
      return webhookOf(ownOf(await sql.findWebhook(db, id), id, caller));
    },

    rollSecret: async ({ input: { id }, caller, address, db }) => {
      ownOf(await sql.holdWebhook(db, id), id, caller);
      const secret = newWebhookSecret();
      await sql.setSecret(db, id, secret);
      const row = ownOf(await sql.findWebhook(db, id), id, caller);
      await note(db, { caller, address }, 'webhook.secret_rolled', row);
      return { ...webhookOf(row), secret };
    },

    sendTest: async ({ input: { id }, caller, db }) => sendTest(db, await enabledOf(db, id, caller)),

    deliveries: async ({ input, caller, db }) => {
      const { id, limit } = input;
      const list = listKey('webhooks.deliveries', input);
      const cursor = decodeCursor(list, input.cursor);
      ownOf(await sql.findWebhook(db, id), id, caller);
      const rows = await sql.listDeliveries(db, id, { cursor, limit: limit + 1 });
      const { shown, ...rest } = pageFrom(list, rows, limit);
      return { deliveries: await deliveriesOf(db, shown), total: await sql.countDeliveries(db, id), ...rest };
    },

    redeliver: async ({ input: { id }, caller, db }) => {
      const delivery = await sql.findDelivery(db, id);
      if (delivery === undefined) throw new MagpieError('NOT_FOUND', `There is no delivery ${id}.`);
      await enabledOf(db, delivery.webhookId, caller);
      await sql.sendAgain(db, delivery);
      return deliveryOf(db, await sql.findDelivery(db, id));
    },
  };
}

function ownOf(row: OwnedWebhook | undefined, id: number, { userId }: Caller): OwnedWebhook {
  if (row === undefined) throw new MagpieError('NOT_FOUND', `There is no webhook ${id}.`);
  if (row.userId !== userId) throw new MagpieError('FORBIDDEN', `Webhook ${id} belongs to somebody else.`);
  return row;
}

/** The address, to which nobody else leaves a message until the transaction ends. */
async function enabledOf(tx: Postgres, id: number, caller: Caller): Promise<OwnedWebhook> {
  const row = ownOf(await sql.holdWebhook(tx, id), id, caller);
  if (row.enabled) return row;
  throw new MagpieError('CONFLICT', `Webhook ${id} is disabled; enable it first.`);
}

async function sendTest(tx: Postgres, { id, userId, url }: OwnedWebhook): Promise<WebhookDelivery> {
  if ((await sql.countWaiting(tx, id)) >= mostWaiting) {
    throw new MagpieError(
      'CONFLICT',
      `${mostWaiting} messages or more wait to be sent to webhook ${id}; a test would wait behind them.`,
    );
  }
  const data = { webhookId: id, message: 'Messages to this address arrive.' };
  const payload = { type: 'test', timestamp: new Date().toISOString(), data };
  await queueDeliveries(tx, [{ userId, url, notificationId: null, type: 'test', payload }]);
  const [newest] = await sql.listDeliveries(tx, id, { cursor: 0, limit: 1 });
  return deliveryOf(tx, newest);
}

function webhookOf(row: WebhookRow): Webhook {
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

async function deliveryOf(db: Postgres, row: DeliveryRow | undefined): Promise<WebhookDelivery> {
  const [delivery] = await deliveriesOf(db, row === undefined ? [] : [row]);
  if (delivery === undefined) throw new Error('the delivery that was just written is not there');
  return delivery;
}

async function deliveriesOf(db: Postgres, rows: readonly DeliveryRow[]): Promise<WebhookDelivery[]> {
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
