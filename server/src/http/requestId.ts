import { randomBytes } from 'node:crypto';

/** Random per process; with a counter it makes request ids unique across nodes and restarts. */
const prefix = randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x');
let count = 0;

/** Identifies a request in the response, in the log and in support questions. It is not secret. */
export function newRequestId(): string {
  count += 1;
  return `${prefix}-${count.toString(36).padStart(6, '0')}`;
}
