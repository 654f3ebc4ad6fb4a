import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ClickHouseError, ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { parsedUrl } from '@magpie/contract';
import { ClickHouseUnavailable, type Connections, type Copier } from './connections.ts';
import {
  copierSettings,
  createDatabase,
  inFormat,
  insertNative,
  readerSettings,
  versionOfEngine,
  writerSettings,
  type Settings,
} from './connection.sql.ts';

/** Where a server is and who we are there, taken apart from its address. */
interface Account {
  /** The address without user, password and database: safe to print. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

/** Longer than the limit of a read, so that the server's own error arrives first. */
const readTimeoutMilliseconds = 15_000;
/** Merging a large table, or waiting for the slowest node of a cluster. */
const writeTimeoutMilliseconds = 600_000;
/** Longer than any table takes. */
const copyTimeoutMilliseconds = 86_400_000;
const pingTimeoutMilliseconds = 5_000;

/** ClickHouse over HTTP. A database that does not exist yet is created, on the whole cluster if there is one. */
export async function openServer(
  address: string,
  cluster: string | null,
  readerCount: number,
): Promise<Connections> {
  const account = parseAddress(address);
  const clients: ClickHouseClient[] = [];
  const open = (settings: Settings, timeout: number, database?: string): ClickHouseClient => {
    const client = connectTo(account, settings, timeout, database ?? account.database);
    clients.push(client);
    return client;
  };
  const release = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
  };
  const readers = Array.from({ length: readerCount }, () => open(readerSettings, readTimeoutMilliseconds));
  const writer = open(writerSettings, writeTimeoutMilliseconds);
  const [first = writer] = readers;
  const pulse = open({}, pingTimeoutMilliseconds);
  try {
    const version = await versionOf(first, () =>
      open(writerSettings, writeTimeoutMilliseconds, 'default').command({
        query: createDatabase(account.database, cluster),
      }),
    );
    return {
      description: describe(account, version, cluster),
      readers,
      writer,
      hand: (statement, parameters) => ({ query: statement, query_params: Object.fromEntries(parameters) }),
      openCopier: () =>
        Promise.resolve(
          copierOver(connectTo(account, copierSettings, copyTimeoutMilliseconds, account.database)),
        ),
      ping: () => beat(pulse),
      release,
    };
  } catch (cause) {
    await release();
    throw new ClickHouseUnavailable(whyNotUsable(account, cause), { cause });
  }
}

function parseAddress(address: string): Account {
  const url = parsedUrl(address) ?? undefined;
  const database = url?.pathname.slice(1) ?? '';
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    !/^[\w-]*$/.test(database)
  ) {
    throw new ClickHouseUnavailable(
      'CLICKHOUSE_URL must look like http://user:password@host:8123/database, where the database is letters, digits, _ and -.',
    );
  }
  return {
    url: url.origin,
    username: decoded(url.username) || 'default',
    password: decoded(url.password),
    database: database || 'default',
  };
}

/** A `%` that begins no escape is meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One socket each: the pool lends a client to one statement at a time. */
function connectTo(
  { url, username, password }: Account,
  settings: Settings,
  timeout: number,
  database: string,
): ClickHouseClient {
  return createClient({
    url,
    username,
    password,
    database,
    max_open_connections: 1,
    request_timeout: timeout,
    // Errors come with the status of the answer, never in the middle of its rows.
    clickhouse_settings: { ...settings, wait_end_of_query: 1 },
    log: { level: ClickHouseLogLevel.OFF },
  });
}

function copierOver(client: ClickHouseClient): Copier {
  return {
    async *read(statement, format) {
      const { stream, response_headers: headers } = await client.exec({
        query: inFormat(statement, format),
        // Else the server would keep a whole table before it sends any of it.
        clickhouse_settings: { wait_end_of_query: 0 },
      });
      yield* untilError(stream as AsyncIterable<Buffer>, headers['x-clickhouse-exception-tag']?.toString());
    },
    async insert(table, columns, file) {
      const values = createReadStream(file).pipe(createGunzip());
      const { stream } = await client.exec({ query: insertNative(table, columns), values });
      await finished(stream.resume());
    },
    close: () => client.close(),
  };
}

/** More than any error takes that stands behind rows. */
const longestError = 32 * 1024;

/**
 * An error in the middle of rows stands behind them, between marks with a word that the beginning of the answer told. A server
 * that tells none breaks the connection off.
 */
async function* untilError(chunks: AsyncIterable<Buffer>, tag: string | undefined): AsyncGenerator<Buffer> {
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    end = Buffer.concat([end, chunk.subarray(-longestError)]).subarray(-longestError);
    yield chunk;
  }
  if (tag === undefined) return;
  const [, error] = end.toString().split(`\r\n__exception__\r\n${tag}\r\n`);
  if (error !== undefined) throw new Error(`ClickHouse failed while it was read: ${firstLine(error)}`);
}

async function versionOf(client: ClickHouseClient, createMissing: () => Promise<unknown>): Promise<string> {
  const ask = async (): Promise<string> => {
    const result = await client.query({ query: versionOfEngine, format: 'JSONEachRow' });
    const [row] = await result.json<{ version: string }>();
    if (row === undefined) throw new Error('it gave no version');
    return row.version;
  };
  try {
    return await ask();
  } catch (error) {
    if (!hasCode(error, '81')) throw error;
    await createMissing();
    return await ask();
  }
}

async function beat(pulse: ClickHouseClient): Promise<void> {
  const result = await pulse.ping({ select: true });
  if (!result.success) throw result.error;
}

function describe({ url, database }: Account, version: string, cluster: string | null): string {
  const where = `ClickHouse ${version} at ${url}, database ${database}`;
  return cluster === null ? where : `${where}, cluster ${cluster}`;
}

/** Never repeats the password: only the parts of the address that are safe to print. */
function whyNotUsable({ url, username, database }: Account, cause: unknown): string {
  if (hasCode(cause, '516', '192', '193', '194')) {
    return `ClickHouse at ${url} refused the user ${username}: check the user and the password in CLICKHOUSE_URL.`;
  }
  if (hasCode(cause, '164')) {
    return `ClickHouse at ${url} lets the user ${username} only read: give it a profile without readonly.`;
  }
  if (hasCode(cause, '497')) {
    return `ClickHouse at ${url} does not let the user ${username} create the database ${database}: create it, and grant all on it.`;
  }
  if (cause instanceof ClickHouseError) {
    return `ClickHouse at ${url} answered with error ${cause.code} (${cause.type ?? 'unknown'}): ${firstLine(cause.message)}`;
  }
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `ClickHouse at ${url} cannot be reached${code}: check CLICKHOUSE_URL and that the server runs.`;
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof ClickHouseError && codes.includes(error.code);
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('').slice(0, 300);
}
