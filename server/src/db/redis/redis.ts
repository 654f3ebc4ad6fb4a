import { createHash } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../config/log.ts';
import { decodePercent } from '../../config/variable.ts';
import { engineSeconds } from '../../config/metrics.ts';

/** A request waits this long for Redis, then uses the fallback. */
const commandTimeoutMs = 500;
const backgroundTimeoutMs = 2000;
const probeEveryMs = 1000;
/** Longer keys are hashed, so that a client cannot create large keys. */
const maxPlainKeyLength = 128;

/**
 * Redis for rate limits and cache, which work without it too. The outage state belongs to the connection: after
 * the first failed command no other waits for a timeout, and one line is logged.
 */
interface RedisLink {
  /** The reply, or undefined during an outage or when `work` failed; never rejects. */
  attempt<Reply>(work: () => Promise<Reply>): Promise<Reply | undefined>;
  /** Why the connection failed last; a rejected command does not contain the reason. */
  readonly lastError: unknown;
  /** Stops probes and warnings: later failures are caused by closing. */
  stop(): void;
}

const links = new WeakMap<Redis, RedisLink>();

export async function pingRedis(redis: Redis): Promise<void> {
  let failure: unknown;
  try {
    await connected(redis);
    await redis.ping();
    return;
  } catch (error) {
    failure = links.get(redis)?.lastError ?? error;
  }
  // Without `cause`: the failure contains the command, and in a handshake the password.
  throw new Error(
    `Redis at ${formatTarget(redis.options)} does not answer: ${describeReason(failure, redis)}.`,
  );
}

export async function closeRedis(redis: Redis): Promise<void> {
  links.get(redis)?.stop();
  const quit =
    redis.status === 'ready' &&
    (await redis.quit().then(
      () => true,
      () => false,
    ));
  if (!quit) redis.disconnect();
}

export function linkTo(redis: Redis, log: Logger): RedisLink {
  const link = links.get(redis) ?? createLink(redis, log);
  links.set(redis, link);
  return link;
}

/** `text` itself if it is short printable ASCII, otherwise its hash: two texts never share a key. */
export function keyPart(text: string): string {
  return text.length <= maxPlainKeyLength && /^[!-~]+$/.test(text) ? `=${text}` : `#${digest(text)}`;
}

/** SHA-256 over UTF-16, which keeps lone surrogates distinct; UTF-8 does not. */
export function digest(text: string): string {
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('base64url');
}

function createLink(redis: Redis, log: Logger): RedisLink {
  const address = formatTarget(redis.options);
  let stopped = false;
  let lastError: unknown;
  let probing: NodeJS.Timeout | undefined;

  const fail = (error: unknown): void => {
    if (stopped || probing !== undefined) return;
    // Only the message: see `ping`.
    const reason = describeReason(error, redis);
    log.warn({ redis: address, reason }, 'Redis unavailable: using memory for rate limits and cache');
    probing = setInterval(probe, probeEveryMs).unref();
  };
  const recover = (): void => {
    if (probing === undefined) return;
    clearInterval(probing);
    probing = undefined;
    log.info({ redis: address }, 'Redis available again');
  };
  // A write, because a full or read-only Redis still answers pings.
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
 * Rejects when no reply came in time. Timers run before sockets are read, so after a stall of this process a reply
 * that has arrived would count as late: `setImmediate` lets the socket be read first.
 */
async function inTime<Reply>(reply: Promise<Reply>): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Error(`no reply in ${commandTimeoutMs} milliseconds`));
    timer = setTimeout(() => setImmediate(giveUp), commandTimeoutMs);
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function connected(redis: Redis): Promise<void> {
  if (redis.status === 'wait') return redis.connect();
  if (redis.status !== 'connecting' && redis.status !== 'connect') return;
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
}

function formatTarget({ host = 'localhost', port = 6379, db = 0, tls }: RedisOptions): string {
  return `${tls === undefined ? 'redis' : 'rediss'}://${host.includes(':') ? `[${host}]` : host}:${port}/${db}`;
}

/** Servers quote the arguments of an unknown command, which may be the one with the password. */
function describeReason(error: unknown, { options }: Redis): string {
  const { message, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  // A host with several addresses fails with an empty message and only a code.
  const reason = message === '' ? (code ?? 'no reason given') : message.replace(/\.$/, '');
  return options.password ? reason.replaceAll(options.password, '[hidden]') : reason;
}

/** Returns at once; it connects, and reconnects, in the background. */
export function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis({
    ...parseTarget(url),
    // The link connects after adding its handlers: an error event without a handler is printed.
    lazyConnect: true,
    connectTimeout: backgroundTimeoutMs,
    commandTimeout: backgroundTimeoutMs,
    disconnectTimeout: commandTimeoutMs,
    // An outage fails at once, so that the fallback is used: no queue, no resending.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 2000),
    connectionName: 'magpie',
  });
  linkTo(redis, log);
  return redis;
}

/** Parsed here, because the client would also read options from the query string. */
function parseTarget(
  url: string,
): Pick<RedisOptions, 'host' | 'port' | 'db' | 'username' | 'password' | 'tls'> {
  const parsed = new URL(url);
  return {
    host: parsed.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(parsed.port || 6379),
    db: Number(parsed.pathname.slice(1)),
    ...(parsed.username === '' ? {} : { username: decodePercent(parsed.username) }),
    ...(parsed.password === '' ? {} : { password: decodePercent(parsed.password) }),
    ...(parsed.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}
