import type { IncomingMessage, Server } from 'node:http';
import { refuseGarbage } from './connections.ts';

/**
 * How long a request may take to arrive. Node's own limit is one for all requests of a server, and a stream of ads
 * takes as long as it takes; so this one is counted per request, and can be lifted.
 */
const usualMilliseconds = 300_000;

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** A stranger's half-sent bodies would otherwise use up the connections. Headers have a limit of Node's. */
export function limitBodies(server: Server, milliseconds: number = usualMilliseconds): void {
  server.requestTimeout = 0;
  // Before the service's own listener, which may lift the deadline in the same turn.
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const late = Object.assign(new Error('The request is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const deadline = setTimeout(() => refuseGarbage(late, request.socket), milliseconds).unref();
    deadlines.set(request, deadline);
    request.once('close', () => clearTimeout(deadline));
  });
}

/** Node would close a connection without a byte after more than a minute, and each takes a file descriptor. */
const silentMilliseconds = 15_000;

/** Closes connections that never send a byte. */
export function closeSilent(server: Server, milliseconds: number = silentMilliseconds): void {
  server.on('connection', (socket) => {
    const deadline = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, milliseconds).unref();
    socket.once('close', () => clearTimeout(deadline));
  });
}

/** For a caller who may send for hours. */
export function liftDeadline(request: IncomingMessage): void {
  clearTimeout(deadlines.get(request));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
