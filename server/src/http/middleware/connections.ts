import { METHODS, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { errorJson } from './errors.ts';
import { randomBytes } from 'node:crypto';

/** Requests that Node and Fastify would handle without an error message or authentication. */

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const latestExchange = new WeakMap<Duplex, Exchange>();

const refused = new WeakSet<Duplex>();

/** Passes every method that Node can parse to the hooks. */
export function acceptEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** Ignores unknown `Expect` headers, and notes the exchange of each connection for `rejectMalformed`. */
export function acceptExpectations(server: Server): void {
  server.on('request', (request, response) => void latestExchange.set(request.socket, { request, response }));
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
}

export function rejectMalformed(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  // Ignore more bytes on a connection that is about to close.
  if (refused.has(socket) || !socket.writable) return undefined;
  refused.add(socket);
  const latest = latestExchange.get(socket);
  // A client would take a second response for that of the next request.
  if (latest !== undefined && isInProgress(latest)) return endAfter(latest, socket);
  return sendAndClose(socket, errorForCode(error.code));
}

/** Whether the bytes belong to a request that has its response, or follow one whose response is not finished. */
function isInProgress({ request, response }: Exchange): boolean {
  return request.complete ? !response.writableFinished : response.headersSent;
}

function endAfter({ response }: Exchange, socket: Duplex): void {
  if (response.writableFinished) closeGracefully(socket);
  else response.once('finish', () => closeGracefully(socket));
}

/** For URL and headers: enough for a searchQuery of 10,000 characters, each percent-encoded as four bytes. */
export const maxRequestHeaderBytes = 128 * 1024;

function errorForCode(code = ''): MagpieError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new MagpieError(
        'HEADERS_TOO_LARGE',
        `The address and headers exceed ${maxRequestHeaderBytes / 1024} kB; send a long input as the body of a POST.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new MagpieError('TIMEOUT', 'The request did not arrive in time.');
    default:
      return new MagpieError('BAD_REQUEST', 'This is not a well-formed HTTP request.');
  }
}

function sendAndClose(socket: Duplex, refusal: MagpieError): void {
  const requestId = newRequestId();
  const body = errorJson(refusal, undefined, requestId);
  closeGracefully(
    socket,
    `HTTP/1.1 ${refusal.httpStatus} ${refusal.code}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const lingerMilliseconds = 1000;

/**
 * Ends a connection that is no longer read. Closing it at once could lose the response in transit, and waiting for
 * the client to close would let it hold connections, and the shutdown, forever.
 */
function closeGracefully(socket: Duplex, lastBytes = ''): void {
  socket.end(lastBytes);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once('close', () => clearTimeout(timer));
}

/** HTTP/1.1 requires one Host header: otherwise a proxy and this server could route the request differently. */
export function findHostProblem({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion === '1.1' && headers.host === undefined)
    return 'The request has no Host header, which HTTP/1.1 requires.';
  // Node uses the first of several. In rawHeaders, names and values alternate.
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'The request has two Host headers; send one.' : undefined;
}

export function onConnectionClose(raw: FastifyReply['raw'], act: () => void): void {
  if (raw.destroyed) act();
  else raw.once('close', act);
}

export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  onConnectionClose(raw, () => left.abort(new MagpieError('TIMEOUT', 'The client closed the connection.')));
  return left.signal;
}

/** Random per process; with a counter it makes request ids unique across nodes and restarts. */
const prefix = randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x');
let count = 0;

export function newRequestId(): string {
  count += 1;
  return `${prefix}-${count.toString(36).padStart(6, '0')}`;
}
