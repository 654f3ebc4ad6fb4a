import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';

const megabyte = 1024 * 1024;

/** What any body may have; larger ones are taken by the few procedures that say so. */
export const usualBodyLimit = megabyte;

/** Bodies are held in memory until their call is answered, and what is read from them takes as much again. */
const mostBytes = 512 * megabyte;
/** So that nobody who sends slowly keeps everybody else from sending. */
const mostBytesOfOne = 128 * megabyte;

/**
 * Lets a large body be sent while there is room for it beside the others that are on the way; else 503, before a byte
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
    const bytes = bytesAnnounced(request);
    if (bytes <= usualBodyLimit) return;
    if (ofAll + bytes > mostBytes || (underWay.get(userId) ?? 0) + bytes > mostBytesOfOne) throw busy();
    add(userId, bytes);
    finished(response, () => add(userId, -bytes));
  };
}

/** DEFLATE makes at most so many bytes of one. */
const mostTimesDecompressed = 1032;

/** A chunked body reserves the maximum size; a compressed one, what it can be decompressed to. */
function bytesAnnounced({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const times = headers['content-encoding'] === undefined ? 1 : mostTimesDecompressed;
  return Math.min(Number(headers['content-length'] ?? 0) * times, bodyLimit);
}

function busy(): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'Too many large bodies are being sent right now; try again in a moment.',
    { retryAfter: 5 },
  );
}
