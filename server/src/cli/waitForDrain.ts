import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Backpressure: an export can be larger than memory, so the writer waits for a slow reader and stops if it disconnects. */
export async function waitForDrain(response: ServerResponse): Promise<void> {
  if (response.destroyed) throw disconnected();
  if (!response.writableNeedDrain) return;
  const settled = new AbortController();
  await Promise.race([
    once(response, 'drain', { signal: settled.signal }),
    once(response, 'close', { signal: settled.signal }).then(() => {
      throw disconnected();
    }),
  ]).finally(() => settled.abort());
}

function disconnected(): Error {
  return new Error('The client disconnected.');
}
