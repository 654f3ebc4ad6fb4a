import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import type { Logger } from '../../config/log.ts';
import { listenTo, ping } from './session.sql.ts';

/** What is done when something is said on a channel; with an empty payload also after words may have been missed. */
type Channels = Readonly<Record<string, (payload: string) => void>>;

export interface Listening {
  close(): Promise<void>;
}

/** A connection on which nothing comes is asked for a sign of life, since a lost one is as silent as an idle one. */
const checkMilliseconds = 30_000;
const answerMilliseconds = 5000;
const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 10_000;

/**
 * Listens to what other nodes and other statements say by `pg_notify`, on a connection of its own that is made again
 * when it is lost. What was said in between is lost: every channel is then called once, so that it looks for itself.
 */
export async function listen(connection: PoolConfig, channels: Channels, log: Logger): Promise<Listening> {
  const closing = new AbortController();
  const listener = { connection, channels, log, closing: closing.signal };
  const ended = stayConnected(await connect(listener), listener);
  return {
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}

interface Listener {
  readonly connection: PoolConfig;
  readonly channels: Channels;
  readonly log: Logger;
  readonly closing: AbortSignal;
}

async function stayConnected(first: Client, listener: Listener): Promise<void> {
  const { channels, log, closing } = listener;
  for (let client: Client | null = first; client !== null;) {
    await endOf(client, closing);
    if (closing.aborted) return;
    log.warn('the connection on which PostgreSQL tells of changes was lost');
    client = await connectAgain(listener);
    if (client === null) return;
    log.info('PostgreSQL tells of changes again');
    for (const hear of Object.values(channels)) hear('');
  }
}

/** Waits until the connection is lost, or closed because we do. */
async function endOf(client: Client, closing: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => void client.once('end', resolve));
  const leave = (): void => void quit(client);
  const check = setInterval(() => void client.query(ping).catch(leave), checkMilliseconds);
  closing.addEventListener('abort', leave);
  if (closing.aborted) leave();
  await ended;
  clearInterval(check);
  closing.removeEventListener('abort', leave);
}

/** Null when it is no longer wanted. */
async function connectAgain(listener: Listener): Promise<Client | null> {
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
    await sleep(pause, undefined, { signal: listener.closing }).catch(() => undefined);
    if (listener.closing.aborted) return null;
    const client = await connect(listener).catch(() => null);
    if (client !== null) return client;
  }
}

async function connect({ connection, channels }: Listener): Promise<Client> {
  const client = new Client({
    ...connection,
    application_name: 'magpie listener',
    connectionTimeoutMillis: answerMilliseconds,
    query_timeout: answerMilliseconds,
    keepAlive: true,
  });
  // An error that nobody listens to would end the process; the end of the connection follows it.
  client.on('error', () => undefined);
  client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
  try {
    await client.connect();
    for (const channel of Object.keys(channels)) await client.query(listenTo(channel));
    return client;
  } catch (error) {
    await quit(client);
    throw error;
  }
}

async function quit(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}
