import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { assertScope, countCall } from '../rpc/executeProcedure.ts';
import { limitHeaders } from '../rpc/rateLimit/rateLimit.ts';
import type { Caller } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';
import { hook } from './hook.ts';
import { tooOften, type ProcedureServices } from './plan.ts';

export interface LiveInboxParts {
  /** Tells how many notifications a person has not read, now and whenever it changes, until the answer is called. */
  readonly follow: (userId: string, tell: (unread: number) => void) => () => void;
  /**
   * Whether what the caller showed is still good: a key can be revoked and a session ended while a stream is open. Asked
   * before each line that is sent; streams of one key or session whose heartbeats fall together ask the database once.
   */
  readonly isStillKnown: (caller: Caller) => MaybePromise<boolean>;
}

const address = '/api/inbox/events';
const mostStreams = 10;
/** Shorter than proxies let a silent connection live. */
const heartbeatMilliseconds = 25_000;
const reconnectMilliseconds = 3000;
/** What a client that does not read may leave with us. */
const mostUnsentBytes = 16_384;

/** Streams the number of unread notifications as server-sent events. */
export function mountLiveInbox(
  app: FastifyInstance,
  services: ProcedureServices,
  parts: LiveInboxParts,
): void {
  const procedure = services.procedures.get('notifications.unreadCount');
  if (procedure === undefined) throw new Error(`${address} leads to no procedure`);
  const streams = new Streams();
  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });
  app.route({
    method: app.supportedMethods,
    url: address,
    config: { procedurePath: procedure.path, endsByHangUp: true },
    onRequest: hook((request, reply) => admit(services, request, reply)),
    handler: ({ caller }, reply) => {
      assertScope(procedure, caller);
      const stream = streams.open(caller.userId);
      tellUnread(stream, caller, parts);
      return reply.type('text/event-stream').header('X-Accel-Buffering', 'no').send(stream);
    },
  });
}

/** By GET, and not opened more often than anything else is read. */
function admit(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  return andThen(countCall(services, 'read', request.caller), ({ rule, verdict }) => {
    reply.headers(limitHeaders(rule, verdict));
    if (!verdict.allowed) throw tooOften(rule, verdict);
    if (request.method === 'GET') return;
    reply.header('Allow', 'GET');
    throw new MagpieError('METHOD_NOT_SUPPORTED', `${address} is read by GET, not by ${request.method}.`);
  });
}

/** The streams that are open on this node. */
class Streams {
  readonly #byPerson = new Map<string, Set<PassThrough>>();
  #isClosed = false;

  open(userId: string): PassThrough {
    if (this.#isClosed)
      throw new MagpieError('SERVICE_UNAVAILABLE', 'This server is stopping; connect again.');
    const own = this.#byPerson.get(userId) ?? new Set();
    if (own.size >= mostStreams) {
      throw new MagpieError(
        'TOO_MANY_REQUESTS',
        `You have ${mostStreams} of these streams open, which is as many as a person can have; close one first.`,
        { retryAfter: heartbeatMilliseconds / 1000 },
      );
    }
    const stream = new PassThrough();
    this.#byPerson.set(userId, own.add(stream));
    stream.once('close', () => {
      own.delete(stream);
      if (own.size === 0) this.#byPerson.delete(userId);
    });
    return stream;
  }

  /** Nobody waits for a stream to end by itself. */
  close(): void {
    this.#isClosed = true;
    for (const own of this.#byPerson.values()) for (const stream of own) stream.end();
  }
}

function tellUnread(stream: PassThrough, caller: Caller, { follow, isStillKnown }: LiveInboxParts): void {
  let id = 0;
  const write = (text: string): void => {
    if (stream.writableLength > mostUnsentBytes) stream.destroy();
    else if (stream.writable) stream.write(text);
  };
  write(`retry: ${reconnectMilliseconds}\n\n`);
  let last = Promise.resolve();
  /** One after the other, and only to somebody whom we still know. */
  const tell = (text: string): void => {
    last = last
      .then(() => isStillKnown(caller))
      // A database that does not answer says nothing against the caller.
      .catch(() => true)
      .then((isKnown) => (isKnown ? write(text) : void stream.end()));
  };
  const stop = follow(caller.userId, (unread) => {
    id += 1;
    tell(`id: ${id}\nevent: unread\ndata: ${JSON.stringify({ count: unread })}\n\n`);
  });
  const heartbeat = setInterval(() => tell(': \n\n'), heartbeatMilliseconds);
  stream.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
}
