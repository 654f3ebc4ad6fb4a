import { z } from 'zod';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Webhook, WebhookDelivery } from '../records/alerts.ts';
import { page, Success } from '../records/common.ts';
import { fields, httpUrl, id, paging } from '../values/fields.ts';

const aliases = { webhookId: 'id' };
const oneWebhook = parameters(fields({ id }), aliases);
const WebhookWithSecret = Webhook.extend({ secret: z.string() });

export const webhooks = {
  list: query({
    summary: 'List the webhooks.',
    input: noInput,
    output: z.array(Webhook),
    extension: true,
  }),

  create: mutation({
    summary: 'Create a webhook for notifications; only this response contains its secret.',
    returnsSecret: true,
    input: parameters(fields({ url: httpUrl })),
    output: WebhookWithSecret,
    extension: true,
  }),

  delete: mutation({
    summary: 'Delete a webhook with its pending messages and its delivery log.',
    isDestructive: true,
    errors: missingResource,
    input: oneWebhook,
    output: Success,
    extension: true,
  }),

  enable: mutation({
    summary: 'Enable a webhook that was disabled after repeated failures.',
    errors: missingResource,
    input: oneWebhook,
    output: Webhook,
    extension: true,
  }),

  rollSecret: mutation({
    summary: "Replace a webhook's secret, shown only in this response; the old one stops working at once.",
    isDestructive: true,
    errors: missingResource,
    returnsSecret: true,
    input: oneWebhook,
    output: WebhookWithSecret,
    extension: true,
  }),

  sendTest: mutation({
    summary: 'Send a test message to a webhook.',
    errors: missingResource,
    input: oneWebhook,
    output: WebhookDelivery,
    extension: true,
  }),

  deliveries: query({
    summary: 'List the deliveries of a webhook with every attempt, newest first.',
    errors: missingResource,
    input: parameters(fields({ id, ...paging }), aliases),
    output: z.strictObject({ deliveries: z.array(WebhookDelivery), ...page }),
    extension: true,
  }),

  redeliver: mutation({
    summary: 'Send a message again with the same message id.',
    errors: missingResource,
    input: parameters(fields({ id: id.describe('The id of the delivery.') }), { deliveryId: 'id' }),
    output: WebhookDelivery,
    extension: true,
  }),
};
