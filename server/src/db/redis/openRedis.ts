import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../config/log.ts';
import { decodePercent } from '../../config/variable.ts';
import { backgroundTimeoutMs, commandTimeoutMs, linkTo } from './redis.ts';

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
