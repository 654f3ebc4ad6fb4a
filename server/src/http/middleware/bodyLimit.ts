import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type { IncomingMessage, Server } from 'node:http';
import { createCounts } from '../../integrations/images/fairQueue.ts';
import { rejectMalformed } from './connections.ts';

const megabyte = 1024 * 1024;

export const defaultBodyLimit = megabyte;

/** Bodies stay in memory until the response, and their parsed form takes as much again. */
const maxTotalBytes = 512 * megabyte;
/** So that one slow sender does not block everyone else. */
const maxBytesPerUser = 128 * megabyte;

/** Responds 503, before a byte of the body is read, if it does not fit into the memory limit. */
export function admitLargeBodies(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const ofUsers = createCounts();
  let ofAll = 0;
  const add = (userId: string, bytes: number): void => {
    ofUsers.add(userId, bytes);
    ofAll += bytes;
  };
  return async (request, { raw: response }) => {
    const { userId } = request.caller;
    const bytes = reservedBytes(request);
    if (bytes <= defaultBodyLimit) return;
    if (ofAll + bytes > maxTotalBytes || ofUsers.of(userId) + bytes > maxBytesPerUser) {
      throw new MagpieError(
        'SERVICE_UNAVAILABLE',
        'Too many large bodies are being sent right now; try again in a moment.',
        { retryAfter: 5 },
      );
    }
    add(userId, bytes);
    finished(response, () => add(userId, -bytes));
  };
}

/** Maximum ratio of DEFLATE. */
const maxCompressionRatio = 1032;

/** A chunked body reserves the maximum size; a compressed one, what it can be decompressed to. */
function reservedBytes({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const times = headers['content-encoding'] === undefined ? 1 : maxCompressionRatio;
  return Math.min(Number(headers['content-length'] ?? 0) * times, bodyLimit);
}

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

export function liftDeadline(request: IncomingMessage): void {
  clearTimeout(deadlines.get(request));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
