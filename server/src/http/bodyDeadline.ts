import type { IncomingMessage, Server } from 'node:http';
import { rejectMalformed } from './connections.ts';

/**
 * How long a request may take to arrive. Node's own limit applies to all requests of a server, but a stream of ads
 * has no limit; so this one is per request and can be removed.
 */
const defaultMilliseconds = 300_000;

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Otherwise incomplete bodies could exhaust the connections. For headers, Node has a limit. */
export function limitBodyTime(server: Server, milliseconds: number = defaultMilliseconds): void {
  server.requestTimeout = 0;
  // Before the listener of Fastify, which may remove the deadline in the same turn.
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const late = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const deadline = setTimeout(() => rejectMalformed(late, request.socket), milliseconds).unref();
    deadlines.set(request, deadline);
    request.once('close', () => clearTimeout(deadline));
  });
}

/** Node would close a silent connection only after more than a minute, and each takes a file descriptor. */
const silentMilliseconds = 15_000;

/** Closes connections that never send a byte. */
export function closeSilentConnections(server: Server, milliseconds: number = silentMilliseconds): void {
  server.on('connection', (socket) => {
    const closeIfSilent = (): void => {
      if (socket.bytesRead === 0) socket.destroy();
    };
    // After a pause of the process, timers run before sockets are read; an immediate runs after.
    const deadline = setTimeout(() => setImmediate(closeIfSilent), milliseconds).unref();
    socket.once('close', () => clearTimeout(deadline));
  });
}

/** Removes the deadline of a request that may take hours. */
export function liftDeadline(request: IncomingMessage): void {
  clearTimeout(deadlines.get(request));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
