import { describe, expect, test } from 'vitest';
import { toRequestBody } from './chat.ts';

const site = 'https://magpie.example';
const payload = JSON.stringify({
  type: 'notification.new_ads',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: {
    id: 1,
    title: 'Acme: 7 new *ads*',
    body: 'Up to 40 % off <!channel>\n\n& more',
    adHashes: Array.from({ length: 7 }, (_, at) => String(at).repeat(32)),
  },
});
const testPayload = JSON.stringify({ type: 'test', data: { webhookId: 1, message: 'This webhook works.' } });

describe('the body of a webhook request', () => {
  test.each(['https://example.com/hook', 'https://hooks.slack.com.example/services/1'])(
    'is the payload itself for %s',
    (url) => {
      expect(toRequestBody(url, payload, site)).toBe(payload);
    },
  );

  test.each(['https://hooks.slack.com/services/T0/B0/x', 'https://hooks.slack-gov.com/services/T0/B0/x'])(
    'is text with links for %s, without mentions',
    (url) => {
      expect(JSON.parse(toRequestBody(url, payload, site))).toEqual({
        text: [
          '*Acme: 7 new ads*',
          'Up to 40 % off &lt;!channel&gt;\n\n&amp; more',
          [0, 1, 2, 3, 4].map((at) => `<${site}/ads/${String(at).repeat(32)}|Ad ${at + 1}>`).join('  ') +
            `  <${site}/alerts|Open Magpie>`,
        ].join('\n'),
        unfurl_links: false,
      });
      expect(JSON.parse(toRequestBody(url, testPayload, site))).toMatchObject({
        text: `*Magpie*\nThis webhook works.\n<${site}/alerts|Open Magpie>`,
      });
    },
  );

  test.each([
    'https://acme.webhook.office.com/webhookb2/x',
    'https://prod-1.westeurope.logic.azure.com:443/workflows/x',
    'https://default1.environment.api.powerplatform.com/powerautomate/x',
  ])('is a card for %s', (url) => {
    const { type, attachments } = JSON.parse(toRequestBody(url, payload, site));
    expect(type).toBe('message');
    const [{ contentType, content }] = attachments;
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
    const texts = content.body.map(({ inlines: [run] }: { inlines: { text: string }[] }) => run?.text);
    expect(texts).toEqual(['Acme: 7 new *ads*', 'Up to 40 % off <!channel>', '& more']);
    expect(content.actions).toHaveLength(6);
    expect(content.actions[5]).toEqual({
      type: 'Action.OpenUrl',
      title: 'Open Magpie',
      url: `${site}/alerts`,
    });
  });

  test('is never longer than a chat service accepts', () => {
    const long = JSON.stringify({
      data: { title: 'T'.repeat(50_000), body: 'x\n'.repeat(50_000), adHashes: [] },
    });
    for (const url of ['https://hooks.slack.com/services/x', 'https://a.webhook.office.com/x'])
      expect(toRequestBody(url, long, site).length).toBeLessThan(28_000);
  });
});
