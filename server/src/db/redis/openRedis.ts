import { parsedUrl } from '@magpie/contract';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../config/log.ts';
import { backgroundTimeoutMs, linkTo, patienceMs } from './redis.ts';

/**
 * Connects to `redis://[[name]:password@]host[:port][/number]`, with TLS when it says `rediss://`.
 * Returns at once; the connection is made, and made again after each loss, in the background.
 */
export function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis({
    ...targetOf(url),
    // Connected by the link, once its handlers are in place: an error event without a handler is printed raw.
    lazyConnect: true,
    connectTimeout: backgroundTimeoutMs,
    commandTimeout: backgroundTimeoutMs,
    disconnectTimeout: patienceMs,
    // Away means an error at once, which becomes the fallback: nothing is queued, nothing is sent a second time.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 2000),
    connectionName: 'magpie',
  });
  linkTo(redis, log);
  return redis;
}

/**
 * The address taken apart by hand: the client would take options from its query string too, and
 * they would beat ours.
 */
function targetOf(url: string): Pick<RedisOptions, 'host' | 'port' | 'db' | 'username' | 'password' | 'tls'> {
  const parsed = parsedUrl(url) ?? undefined;
  const database = /^\/?(\d{0,4})$/.exec(parsed?.pathname ?? '-')?.[1];
  const usable =
    /^rediss?:$/.test(parsed?.protocol ?? '') && parsed?.hostname !== '' && database !== undefined;
  if (parsed === undefined || !usable || parsed.search !== '' || parsed.hash !== '') {
    throw new Error(
      'The Redis address does not fit: expected redis://name:password@host:6379/0 (rediss:// for TLS) without a query.',
    );
  }
  return {
    host: parsed.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(parsed.port || 6379),
    db: Number(database),
    ...(parsed.username === '' ? {} : { username: percentDecoded(parsed.username) }),
    ...(parsed.password === '' ? {} : { password: percentDecoded(parsed.password) }),
    ...(parsed.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/** A `%` that begins no escape stands for itself, as people paste passwords. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
