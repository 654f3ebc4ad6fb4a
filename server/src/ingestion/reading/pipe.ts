import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * What comes through a named pipe. It is opened without waiting for whoever writes, and read by the event loop: a thread
 * that waits for them cannot be called back, and would keep the process from ending.
 */
export async function* bytesOfPipe(name: string, stopping: AbortSignal): AsyncGenerator<Uint8Array> {
  const fd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  yield* new Socket({ fd, readable: true, writable: false, signal: stopping });
}
