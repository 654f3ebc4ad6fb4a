import { expect, test } from 'vitest';
import { channelOf } from './channels.ts';

test.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://acme.webhook.office.com/webhookb2/x', 'teams'],
  ['https://prod-1.westeurope.logic.azure.com/workflows/x', 'teams'],
  ['https://a.b.environment.api.powerplatform.com/x', 'teams'],
  ['https://hooks.slack.com.example.com/x', 'other'],
  ['https://evilwebhook.office.com.example.com', 'other'],
  ['https://example.com/magpie', 'other'],
  ['no address', 'other'],
])('reads the channel of %s', (url, channel) => {
  expect(channelOf(url)).toBe(channel);
});
