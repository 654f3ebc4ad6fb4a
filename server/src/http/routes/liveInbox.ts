import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { assertScope } from '../../rpc/executeProcedure.ts';
import type { Caller } from '../../rpc/procedure.ts';
import type { Authentication } from '../middleware/authenticate.ts';
import { limitCaller, allowMethods } from '../middleware/rateLimit.ts';
import type { ProcedureServices } from '../resolveCalls.ts';
import type { LiveInbox } from '../../alerts/liveInbox.ts';

interface Subscription {
  readonly subscribe: LiveInbox['subscribe'];
  /**
   * Whether the caller's credential is still valid: a key can be revoked, or a session end, while a stream is open.
   * Checked before each line; simultaneous heartbeats of one key or session query the database once.
   */
  readonly isStillValid: (caller: Caller) => Promise<boolean>;
}

const address = '/api/inbox/events';
const maxStreamsPerPerson = 10;
/** Shorter than the idle timeout of proxies. */
const heartbeatMilliseconds = 25_000;
const reconnectMilliseconds = 3000;
/** Buffer limit for a client that does not read. */
const maxUnsentBytes = 16_384;

export function mountLiveInbox(
  app: FastifyInstance,
  services: ProcedureServices,
  inbox: Pick<LiveInbox, 'subscribe'>,
  { apiKeys, sessions }: Pick<Authentication, 'apiKeys' | 'sessions'>,
): void {
  const procedure = services.procedures.get('notifications.unreadCount');
  if (procedure === undefined) throw new Error(`${address} has no procedure`);
  const streams = new Streams();
  const subscription: Subscription = {
    subscribe: (userId, onChange) => inbox.subscribe(userId, onChange),
    isStillValid: async ({ credential: { id, secret } }) =>
      (await (id.startsWith('session:') ? sessions : apiKeys).callerOf(secret)) !== undefined,
  };
  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });
  app.route({
    method: app.supportedMethods,
    url: address,
    config: { procedurePath: procedure.path, isEndlessStream: true },
    onRequest: [limitCaller(services, 'read'), allowMethods('GET')],
    handler: ({ caller }, reply) => {
      assertScope(procedure, caller);
      const stream = streams.open(caller.userId);
      streamUnread(stream, caller, subscription);
      return reply.type('text/event-stream').header('X-Accel-Buffering', 'no').send(stream);
    },
  });
}

class Streams {
  readonly #byPerson = new Map<string, Set<PassThrough>>();
  #isClosed = false;

  open(userId: string): PassThrough {
    if (this.#isClosed)
      throw new MagpieError('SERVICE_UNAVAILABLE', 'This server is stopping; connect again.');
    const own = this.#byPerson.get(userId) ?? new Set();
    if (own.size >= maxStreamsPerPerson) {
      throw new MagpieError(
        'TOO_MANY_REQUESTS',
        `You have ${maxStreamsPerPerson} event streams open, which is the maximum; close one first.`,
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

  /** Ends all streams, so that the shutdown does not wait for them. */
  close(): void {
    this.#isClosed = true;
    for (const own of this.#byPerson.values()) for (const stream of own) stream.end();
  }
}

function streamUnread(stream: PassThrough, caller: Caller, { subscribe, isStillValid }: Subscription): void {
  let id = 0;
  const write = (text: string): void => {
    if (stream.writableLength > maxUnsentBytes) stream.destroy();
    else if (stream.writable) stream.write(text);
  };
  write(`retry: ${reconnectMilliseconds}\n\n`);
  let last = Promise.resolve();
  const send = (text: string): void => {
    last = last
      .then(() => isStillValid(caller))
      // If the database does not respond, the caller stays connected.
      .catch(() => true)
      .then((isValid) => (isValid ? write(text) : void stream.end()));
  };
  const stop = subscribe(caller.userId, (unread) => {
    id += 1;
    send(`id: ${id}\nevent: unread\ndata: ${JSON.stringify({ count: unread })}\n\n`);
  });
  const heartbeat = setInterval(() => send(': \n\n'), heartbeatMilliseconds);
  stream.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
}
