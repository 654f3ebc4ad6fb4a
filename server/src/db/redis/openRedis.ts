import { parseUrl } from '@magpie/contract';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../config/log.ts';
import { backgroundTimeoutMs, linkTo, commandTimeoutMs } from './redis.ts';

/**
 * Connects to `redis://[[name]:password@]host[:port][/number]`, with TLS when it says `rediss://`.
 * Returns at once; it connects, and reconnects, in the background.
 */
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

/**
 * Parses the address here, because the client would also read options from the query string and prefer them
 * to ours.
 */
function parseTarget(
  url: string,
): Pick<RedisOptions, 'host' | 'port' | 'db' | 'username' | 'password' | 'tls'> {
  const parsed = parseUrl(url) ?? undefined;
  const database = /^\/?(\d{0,4})$/.exec(parsed?.pathname ?? '-')?.[1];
  const usable =
    /^rediss?:$/.test(parsed?.protocol ?? '') && parsed?.hostname !== '' && database !== undefined;
  if (parsed === undefined || !usable || parsed.search !== '' || parsed.hash !== '') {
    throw new Error(
      'The Redis address is invalid: expected redis://name:password@host:6379/0 (rediss:// for TLS) without a query.',
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

/** A `%` that does not begin an escape is literal: people paste passwords unencoded. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
