import { createHash } from 'node:crypto';
import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from '../../config/log.ts';
import { engineSeconds } from '../../config/metrics.ts';

/** A request waits this long for Redis, then goes on without it. */
export const patienceMs = 500;
/** For what no request waits for: connecting, signing in, asking whether it is back. */
export const backgroundTimeoutMs = 2000;
/** During an outage Redis is asked this often whether it is back; no request waits for that. */
const probeEveryMs = 1000;
/** Longer keys are digested, so that a key's size never depends on what a stranger sent. */
const longestPlainKey = 128;

/**
 * What limits and cache ask of a Redis that may be away. An outage belongs to the connection, not to
 * one of its users: the first failed command spares all the others the wait, and is told in one line.
 */
interface RedisLink {
  /** The reply, or undefined when Redis is away or `work` failed; it never rejects. */
  attempt<Reply>(work: () => Promise<Reply>): Promise<Reply | undefined>;
  /** Why the connection failed last; a rejected command only says that there is none. */
  readonly lastError: unknown;
  /** No more probes and no more warnings: what fails from here on is our own closing. */
  stop(): void;
}

const links = new WeakMap<Redis, RedisLink>();

/** Resolves when Redis answers; otherwise rejects with a sentence that names the address, never the password. */
export async function ping(redis: Redis): Promise<void> {
  let failure: unknown;
  try {
    await connected(redis);
    await redis.ping();
    return;
  } catch (error) {
    failure = links.get(redis)?.lastError ?? error;
  }
  // Without the failure as its cause: that carries the command, and in a handshake the password.
  throw new Error(`Redis at ${addressOf(redis.options)} does not answer: ${reasonOf(failure, redis)}.`);
}

/** Ends the connection and its attempts to come back; what is in flight gets its reply while Redis answers. */
export async function closeRedis(redis: Redis): Promise<void> {
  links.get(redis)?.stop();
  const left =
    redis.status === 'ready' &&
    (await redis.quit().then(
      () => true,
      () => false,
    ));
  if (!left) redis.disconnect();
}

/** The one link of this connection, made by whoever asks first. */
export function linkTo(redis: Redis, log: Logger): RedisLink {
  const link = links.get(redis) ?? createLink(redis, log);
  links.set(redis, link);
  return link;
}

/** `text` itself where it is short printable ASCII, otherwise its digest: two texts never share a key. */
export function keyPart(text: string): string {
  return text.length <= longestPlainKey && /^[!-~]+$/.test(text) ? `=${text}` : `#${digest(text)}`;
}

/** SHA-256 over UTF-16, which tells lone surrogates apart where UTF-8 would not. */
export function digest(text: string): string {
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('base64url');
}

function createLink(redis: Redis, log: Logger): RedisLink {
  const address = addressOf(redis.options);
  let stopped = false;
  let lastError: unknown;
  let probing: NodeJS.Timeout | undefined;

  const fail = (error: unknown): void => {
    if (stopped || probing !== undefined) return;
    // Only the text, for the reason given in `ping`.
    const reason = reasonOf(error, redis);
    log.warn(
      { redis: address, reason },
      'Redis does not answer: limits and cache are in memory until it does.',
    );
    probing = setInterval(probe, probeEveryMs).unref();
  };
  const recover = (): void => {
    if (probing === undefined) return;
    clearInterval(probing);
    probing = undefined;
    log.info({ redis: address }, 'Redis answers again: limits and cache are shared through it.');
  };
  // A write, since a full or read-only Redis answers every ping and still counts nothing.
  const probe = (): void => {
    if (probing === undefined || redis.status !== 'ready') return;
    redis.set('magpie:probe', '1', 'PX', probeEveryMs).then(recover, () => undefined);
  };

  redis.on('error', (error) => {
    lastError = error;
    fail(error);
  });
  redis.on('close', () => fail(new Error('the connection was closed')));
  redis.on('ready', () => {
    lastError = undefined;
    probe();
  });
  const firstContact = connected(redis).catch(fail);

  return {
    async attempt(work) {
      await firstContact;
      if (probing !== undefined || stopped) return undefined;
      const finish = engineSeconds.startTimer({ engine: 'redis' });
      try {
        return await inTime(work());
      } catch (error) {
        fail(error);
        return undefined;
      } finally {
        finish();
      }
    },
    get lastError() {
      return lastError;
    },
    stop() {
      stopped = true;
      clearInterval(probing);
    },
  };
}

/**
 * Rejects when no reply came in time. Timers run before sockets are read, so after a stall of our own a reply
 * that has long arrived would be called late: it is given the one turn that reads it.
 */
async function inTime<Reply>(reply: Promise<Reply>): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Error(`no reply in ${patienceMs} milliseconds`));
    timer = setTimeout(() => setImmediate(giveUp), patienceMs);
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a connection that is being made; one that is away rejects at once, through the command that follows. */
async function connected(redis: Redis): Promise<void> {
  if (redis.status === 'wait') return redis.connect();
  if (redis.status !== 'connecting' && redis.status !== 'connect') return;
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
}

function addressOf({ host = 'localhost', port = 6379, db = 0, tls }: RedisOptions): string {
  return `${tls === undefined ? 'redis' : 'rediss'}://${host.includes(':') ? `[${host}]` : host}:${port}/${db}`;
}

/** Servers quote the arguments of a command they do not know, and that may be the one with the password. */
function reasonOf(error: unknown, { options }: Redis): string {
  const { message, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  // A host with several addresses fails with an empty message and only a code.
  const reason = message === '' ? (code ?? 'no reason given') : message.replace(/\.$/, '');
  return options.password ? reason.replaceAll(options.password, '[hidden]') : reason;
}
