import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** A signing secret of 256 random bits in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

export interface SignedMessage {
  readonly messageId: string;
  readonly body: string;
}

export function signedHeaders(secret: string, { messageId, body }: SignedMessage, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
