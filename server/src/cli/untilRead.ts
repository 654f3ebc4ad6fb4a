import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** The index is larger than memory, so a slow reader makes the writer wait, and one that went away ends it. */
export async function untilRead(response: ServerResponse): Promise<void> {
  if (response.destroyed) throw gone();
  if (!response.writableNeedDrain) return;
  const settled = new AbortController();
  await Promise.race([
    once(response, 'drain', { signal: settled.signal }),
    once(response, 'close', { signal: settled.signal }).then(() => {
      throw gone();
    }),
  ]).finally(() => settled.abort());
}

function gone(): Error {
  return new Error('The reader of an export went away.');
}
