import { randomBytes } from 'node:crypto';

/** Of this process; together with a number it names one request among all nodes and restarts. */
const prefix = randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x');
let count = 0;

/** By which an answer, its log lines and a person who asks about it mean the same request. It is no secret. */
export function newRequestId(): string {
  count += 1;
  return `${prefix}-${count.toString(36).padStart(6, '0')}`;
}
