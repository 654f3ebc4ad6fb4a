import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** By which a receiver knows our messages: 256 random bits, as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}
