import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';

const megabyte = 1024 * 1024;

/** The default limit; a few procedures accept larger bodies. */
export const defaultBodyLimit = megabyte;

/** Bodies stay in memory until the response, and their parsed form takes as much again. */
const maxTotalBytes = 512 * megabyte;
/** So that one slow sender does not block everyone else. */
const maxBytesPerUser = 128 * megabyte;

/**
 * Admits a large body if it fits into the memory limit together with those in progress; otherwise 503, before a byte
 * of it is read.
 */
export function admitLargeBodies(): (request: FastifyRequest, reply: FastifyReply) => void {
  const underWay = new Map<string, number>();
  let ofAll = 0;
  const add = (who: string, bytes: number): void => {
    const ofOne = (underWay.get(who) ?? 0) + bytes;
    if (ofOne === 0) underWay.delete(who);
    else underWay.set(who, ofOne);
    ofAll += bytes;
  };
  return (request, { raw: response }) => {
    const { userId } = request.caller;
    const bytes = reservedBytes(request);
    if (bytes <= defaultBodyLimit) return;
    if (ofAll + bytes > maxTotalBytes || (underWay.get(userId) ?? 0) + bytes > maxBytesPerUser) throw busy();
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

function busy(): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'Too many large bodies are being sent right now; try again in a moment.',
    { retryAfter: 5 },
  );
}
