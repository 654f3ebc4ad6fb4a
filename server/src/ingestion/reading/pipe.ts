import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Reads a named pipe. Opens it without waiting for a writer and reads it in the event loop: a blocked thread could not be
 * cancelled and would keep the process alive.
 */
export async function* bytesOfPipe(name: string, stopping: AbortSignal): AsyncGenerator<Uint8Array> {
  const fd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  yield* new Socket({ fd, readable: true, writable: false, signal: stopping });
}
