import { z } from 'zod';
import { noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { page, Success, Webhook, WebhookDelivery } from './records.ts';
import { fields, httpUrl, id, paging } from './values.ts';

const aliases = { webhookId: 'id' };
const oneWebhook = parameters(fields({ id }), aliases);
/** The secret by which a receiver knows our messages. */
const WebhookWithSecret = Webhook.extend({ secret: z.string() });

export const webhooks = {
  list: query({
    summary: 'List the addresses that notifications are sent to.',
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.array(Webhook),
    extension: true,
  }),

  create: mutation({
    summary: 'Register an address for notifications; its secret is shown in this answer only.',
    access: 'write',
    limit: 'write',
    showsSecret: true,
    input: parameters(fields({ url: httpUrl })),
    output: WebhookWithSecret,
    extension: true,
  }),

  delete: mutation({
    summary: 'Forget an address, what waits for it and the log of its deliveries.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: oneWebhook,
    output: Success,
    extension: true,
  }),

  enable: mutation({
    summary: 'Send to an address again that was disabled because it kept failing.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: oneWebhook,
    output: Webhook,
    extension: true,
  }),

  rollSecret: mutation({
    summary: 'Give an address another secret, shown in this answer only; the old one is void at once.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    showsSecret: true,
    input: oneWebhook,
    output: WebhookWithSecret,
    extension: true,
  }),

  sendTest: mutation({
    summary: 'Send a message of the type test to an address.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: oneWebhook,
    output: WebhookDelivery,
    extension: true,
  }),

  deliveries: query({
    summary: 'List what was sent to an address or waits to be, with every attempt, newest first.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ id, ...paging }), aliases),
    output: z.strictObject({ deliveries: z.array(WebhookDelivery), ...page }),
    extension: true,
  }),

  redeliver: mutation({
    summary: 'Send a message again, under its own id.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id: id.describe('Of the delivery.') }), { deliveryId: 'id' }),
    output: WebhookDelivery,
    extension: true,
  }),
};
