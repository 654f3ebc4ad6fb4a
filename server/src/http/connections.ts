import { METHODS, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { errorJson } from './errors.ts';
import { newRequestId } from './requestId.ts';

/**
 * What Node and Fastify would settle between themselves: without a sentence, without asking for a key, or
 * without an answer at all.
 */

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The last request that each connection brought, and its answer. */
const latestExchange = new WeakMap<Duplex, Exchange>();

/** Connections that brought something that is not HTTP: nothing more is read from them. */
const refused = new WeakSet<Duplex>();

/** Lets every request that Node can read reach the hooks, whatever its method and what it expects. */
export function takeEveryRequest(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  const server: Server = app.server;
  server.on('request', (request, response) => void latestExchange.set(request.socket, { request, response }));
  // An expectation that we do not know is none that we must meet.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  server.on('connect', (_request, socket) =>
    sayLast(
      socket,
      new MagpieError('METHOD_NOT_SUPPORTED', 'This is no proxy, so it does not take CONNECT.'),
    ),
  );
}

/** Bytes that are not HTTP get an answer in the same form as everything else, and the connection ends. */
export function refuseGarbage(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  // More bytes on a connection that is about to end change nothing.
  if (refused.has(socket) || !socket.writable) return undefined;
  refused.add(socket);
  const latest = latestExchange.get(socket);
  // A second answer to one request would be taken for the answer to the next.
  if (latest !== undefined && isUnderWay(latest)) return endAfter(latest, socket);
  return sayLast(socket, refusalOf(error.code));
}

/** Whether the bytes are part of a request that has its answer, or stand behind one that still gets it. */
function isUnderWay({ request, response }: Exchange): boolean {
  return request.complete ? !response.writableFinished : response.headersSent;
}

function endAfter({ response }: Exchange, socket: Duplex): void {
  if (response.writableFinished) hangUp(socket);
  else response.once('finish', () => hangUp(socket));
}

/** Of the address and the headers in bytes: a searchQuery of 10,000 characters, each percent-encoded as four bytes, fits. */
export const longestHead = 128 * 1024;

function refusalOf(code = ''): MagpieError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new MagpieError(
        'HEADERS_TOO_LARGE',
        `The address and headers exceed ${longestHead / 1024} kB; send a long input as the body of a POST.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new MagpieError('TIMEOUT', 'The request did not arrive in time.');
    default:
      return new MagpieError('BAD_REQUEST', 'This is not a well-formed HTTP request.');
  }
}

/** Answers on the bare connection, where there is no response to write to. */
function sayLast(socket: Duplex, refusal: MagpieError): void {
  const requestId = newRequestId();
  const body = errorJson(refusal, undefined, requestId);
  hangUp(
    socket,
    `HTTP/1.1 ${refusal.httpStatus} ${refusal.code}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const lingerMilliseconds = 1000;

/**
 * Ends a connection that nothing more is read from. Closing it at once could destroy the answer on its way, and
 * waiting for the other side to close would let anybody hold connections, and the end of the service, for ever.
 */
function hangUp(socket: Duplex, lastWords = ''): void {
  // After CONNECT nobody else listens, and an error that nobody listens to ends the process.
  socket.on('error', () => socket.destroy());
  socket.end(lastWords);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once('close', () => clearTimeout(timer));
}

/** Acts once the connection is closed, at once if it is already. */
export function onLeaving(raw: FastifyReply['raw'], act: () => void): void {
  if (raw.destroyed) act();
  else raw.once('close', act);
}

/** Aborted when whoever asked has left before there was an answer. */
export function whenLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  onLeaving(raw, () => left.abort(new MagpieError('TIMEOUT', 'Whoever asked has left.')));
  return left.signal;
}
