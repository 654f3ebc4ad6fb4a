import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { MagpieError } from '@magpie/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A download is aborted if the client reads nothing for this long. */
const stallMilliseconds = 60_000;

/** Sends the body in pieces until it ends, fails or the client is gone; for HEAD, only the headers. */
export async function sendStream(
  pieces: AsyncGenerator<string | Buffer>,
  { method, id, log }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (method === 'HEAD') {
    await pieces.return(undefined);
    await reply.send();
    return;
  }
  const body = Readable.from(pieces, { objectMode: false });
  body.once('error', (error) =>
    log.error({ requestId: id, err: error }, 'download failed after its first bytes'),
  );
  const sent = finished(body).catch(() => undefined);
  reply.raw.setTimeout(stallMilliseconds, () => reply.raw.destroy());
  void reply.send(body);
  await sent;
}

export function tooManyDownloads(): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', 'Too many downloads are waiting; try again later.', {
    retryAfter: 10,
  });
}
