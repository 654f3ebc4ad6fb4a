import type { contract, WebhookDelivery } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { isForbiddenUrl } from '../../integrations/safeFetch/connect.ts';
import { addAuditEntry, toActor } from '../../rpc/auditLog.sql.ts';
import { decodeCursor, listKey, pageFrom } from '../../rpc/cursor.ts';
import { invalidField } from '../../rpc/invalidField.ts';
import { withIsoTimes } from '../../rpc/isoTimes.ts';
import type { Caller, ProcedureHandlers, Call } from '../../rpc/procedure.ts';
import { queueDeliveries } from './deliveries.sql.ts';
import { newWebhookSecret } from './signing.ts';
import * as sql from './webhooks.sql.ts';

export interface WebhooksParts {
  /** `host:port` of webhooks that may be private, in the format of `Config.fetchAllow`. */
  readonly fetchAllow: readonly string[];
}

/** A test message would wait behind this many pending messages. */
const maxWaiting = 100;

export function webhooksRouter({ fetchAllow }: WebhooksParts): ProcedureHandlers<typeof contract.webhooks> {
  return {
    list: async ({ caller, db }) => (await sql.listWebhooks(db, caller.userId)).map(presentWebhook),

    create: async ({ input: { url }, caller, address, db }) => {
      assertPublicUrl('url', url, fetchAllow);
      const { row, secret } = await registerWebhook(db, caller.userId, url);
      await auditWebhook({ caller, address, db }, 'webhook.created', row);
      return { ...presentWebhook(row), secret };
    },

    delete: async ({ input: { id }, caller, address, db }) => {
      const row = assertOwnWebhook(await sql.lockWebhook(db, id), id, caller);
      await sql.deleteWebhook(db, id);
      await auditWebhook({ caller, address, db }, 'webhook.deleted', row);
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
      await auditWebhook({ caller, address, db }, 'webhook.secret_rolled', row);
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

function assertOwnWebhook(row: sql.OwnedWebhook | undefined, id: number, { userId }: Caller) {
  if (row === undefined) throw notFoundError('webhook', id);
  if (row.userId !== userId) throw new MagpieError('FORBIDDEN', `Webhook ${id} belongs to somebody else.`);
  return row;
}

async function lockEnabledWebhook(tx: Postgres, id: number, caller: Caller): Promise<sql.OwnedWebhook> {
  const row = assertOwnWebhook(await sql.lockWebhook(tx, id), id, caller);
  if (row.enabled) return row;
  throw new MagpieError('CONFLICT', `Webhook ${id} is disabled; enable it first.`);
}

async function sendTest(tx: Postgres, { id, userId, url }: sql.OwnedWebhook): Promise<WebhookDelivery> {
  if ((await sql.countDeliveries(tx, id, true)) >= maxWaiting) {
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

function presentWebhook({ userId: _userId, ...row }: sql.StoredWebhook & { readonly userId?: string }) {
  return withIsoTimes(row);
}

async function presentDelivery(db: Postgres, row: sql.DeliveryRow | undefined): Promise<WebhookDelivery> {
  const [delivery] = await presentDeliveries(db, row === undefined ? [] : [row]);
  if (delivery === undefined) throw new Error('the inserted delivery was not found');
  return delivery;
}

async function presentDeliveries(db: Postgres, rows: readonly sql.DeliveryRow[]): Promise<WebhookDelivery[]> {
  const ids = rows.map(({ id }) => id);
  const attempts = await sql.listAttempts(db, ids);
  return rows.map((row) => {
    const own = attempts.filter(({ deliveryId }) => deliveryId === row.id);
    const shown = own.map(({ deliveryId: _deliveryId, ...attempt }) => withIsoTimes(attempt));
    return Object.assign(withIsoTimes(row), { attempts: shown });
  });
}

/** Each webhook costs a request per notification. */
const maxWebhooks = 50;

/** Rejects private IP addresses and local host names. Resolved addresses are checked on every delivery. */
export function assertPublicUrl(path: string, url: string, allow: readonly string[]): void {
  if (!isForbiddenUrl(url, allow)) return;
  throw invalidField(path, 'must be a public address, or a host and port listed in MAGPIE_FETCH_ALLOW');
}

/** Registers the new URLs of a rule. Their secrets are not shown; `webhooks.rollSecret` returns a new one. */
export async function ensureWebhooks(tx: Postgres, userId: string, urls: readonly string[]) {
  if (urls.length === 0) return [];
  await sql.lockWebhookRegistration(tx, userId);
  const known = new Set((await sql.listWebhooks(tx, userId)).map(({ url }) => url));
  const missing = new Set(urls.filter((url) => !known.has(url)));
  if (missing.size === 0) return [];
  assertWebhookQuota(known.size + missing.size);
  const added = Array.from(missing, (url) => ({ url, secret: newWebhookSecret() }));
  return sql.insertWebhooks(tx, userId, added);
}

async function registerWebhook(tx: Postgres, userId: string, url: string) {
  await sql.lockWebhookRegistration(tx, userId);
  const rows = await sql.listWebhooks(tx, userId);
  const known = rows.find((row) => row.url === url);
  if (known !== undefined) {
    throw new MagpieError(
      'CONFLICT',
      `This URL is already registered as webhook ${known.id}; to get a new secret, call webhooks.rollSecret.`,
    );
  }
  assertWebhookQuota(rows.length + 1);
  const secret = newWebhookSecret();
  const [row] = await sql.insertWebhooks(tx, userId, [{ url, secret }]);
  if (row === undefined) throw new Error('the new webhook was not returned');
  return { row, secret };
}

function assertWebhookQuota(count: number): void {
  if (count <= maxWebhooks) return;
  throw new MagpieError(
    'CONFLICT',
    `You can register at most ${maxWebhooks} webhooks, and this would make ${count}; delete one first.`,
  );
}

/** Audits without the full URL, whose query may contain a key. */
export async function auditWebhook(
  { caller, address, db }: Pick<Call<unknown>, 'caller' | 'address' | 'db'>,
  act: 'webhook.created' | 'webhook.deleted' | 'webhook.secret_rolled',
  { id, url }: sql.StoredWebhook,
): Promise<void> {
  const subject = new URL(url).host;
  await addAuditEntry(db, { ...toActor({ caller, address }), act, subject, details: { webhookId: id } });
}
