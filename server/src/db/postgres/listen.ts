import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import type { Logger } from '../../config/log.ts';
import { listenTo, ping } from './session.sql.ts';

/** Handlers by channel. After a reconnect each is called with an empty payload, because notifications may be lost. */
type Channels = Readonly<Record<string, (payload: string) => void>>;

export interface Listening {
  close(): Promise<void>;
}

/** An idle connection is checked this often, because a dropped connection is otherwise not noticed. */
const checkMilliseconds = 30_000;
const timeoutMilliseconds = 5000;
const firstPauseMilliseconds = 100;
const maxPauseMilliseconds = 10_000;

/** Notifications are lost while reconnecting, so every channel is then called once to refresh its state. */
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
    await waitForEnd(client, closing);
    if (closing.aborted) return;
    log.warn('PostgreSQL notification connection lost');
    client = await reconnect(listener);
    if (client === null) return;
    log.info('PostgreSQL notification connection restored');
    for (const handle of Object.values(channels)) handle('');
  }
}

async function waitForEnd(client: Client, closing: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => void client.once('end', resolve));
  const leave = (): void => void quit(client);
  const check = setInterval(() => void client.query(ping).catch(leave), checkMilliseconds);
  closing.addEventListener('abort', leave);
  if (closing.aborted) leave();
  await ended;
  clearInterval(check);
  closing.removeEventListener('abort', leave);
}

async function reconnect(listener: Listener): Promise<Client | null> {
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, maxPauseMilliseconds)) {
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
    connectionTimeoutMillis: timeoutMilliseconds,
    query_timeout: timeoutMilliseconds,
    keepAlive: true,
  });
  // Without a listener an error would end the process. The `end` event follows it.
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
