import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ClickHouseError, ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { decodePercent } from '../../config/variable.ts';
import {
  ResponseMismatch,
  ClickHouseUnavailable,
  type ClickHouseConnection,
  type Connections,
  type Copier,
} from './pool.ts';
import {
  copierSettings,
  createDatabase,
  inFormat,
  insertNative,
  readerSettings,
  versionQuery,
  writerSettings,
  type ClickHouseSettings,
} from './connection.sql.ts';
import type { BoundParameters } from './parameters.sql.ts';

interface Account {
  /** The address without user, password and database: safe to print. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

/** Longer than the time limit of a read, so that the server's error arrives first. */
const readTimeoutMilliseconds = 15_000;
/** Enough to merge a large table, or for the slowest node of a cluster. */
const writeTimeoutMilliseconds = 600_000;
/** Longer than copying any table takes. */
const copyTimeoutMilliseconds = 86_400_000;
const pingTimeoutMilliseconds = 5_000;

export async function openClickHouseServer(address: string, cluster: string | null): Promise<Connections> {
  const account = parseAddress(address);
  const { database } = account;
  const connect = (settings: ClickHouseSettings, timeout: number): ClickHouseConnection =>
    connectionOver(connectTo(account, settings, timeout, database));
  const createMissing = async (): Promise<void> => {
    const client = connectTo(account, writerSettings, writeTimeoutMilliseconds, 'default');
    try {
      await client.command({ query: createDatabase(database, cluster) });
    } finally {
      await client.close();
    }
  };
  const first = connect(readerSettings, readTimeoutMilliseconds);
  try {
    const version = await readVersion(first, createMissing);
    return {
      description: describe(account, version, cluster),
      openReader: async () => connect(readerSettings, readTimeoutMilliseconds),
      openWriter: async () => connect(writerSettings, writeTimeoutMilliseconds),
      openHealthCheck: async () => connect(readerSettings, pingTimeoutMilliseconds),
      openCopier: async () =>
        copierOver(connectTo(account, copierSettings, copyTimeoutMilliseconds, database)),
      release: () => Promise.resolve(),
    };
  } catch (cause) {
    throw new ClickHouseUnavailable(connectionProblem(account, cause), { cause });
  } finally {
    await first.close();
  }
}

function parseAddress(address: string): Account {
  const { origin, username, password, pathname } = new URL(address);
  return {
    url: origin,
    username: decodePercent(username) || 'default',
    password: decodePercent(password),
    database: pathname.slice(1) || 'default',
  };
}

/** One socket each: the pool uses a client for one statement at a time. */
function connectTo(
  { url, username, password }: Account,
  settings: ClickHouseSettings,
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
    // Errors arrive with the response status, never between rows.
    clickhouse_settings: { ...settings, wait_end_of_query: 1 },
    log: { level: ClickHouseLogLevel.OFF },
  });
}

function connectionOver(client: ClickHouseClient): ClickHouseConnection {
  return {
    async read<Row>(statement: string, parameters: BoundParameters) {
      const result = await client.query({ ...withValues(statement, parameters), format: 'JSONEachRow' });
      assertSameQueryId(result);
      return await result.json<Row>();
    },
    write: async (statement, parameters) =>
      assertSameQueryId(await client.command(withValues(statement, parameters))),
    async insert(table, rows) {
      const result = await client.insert({ table, values: rows, format: 'JSONEachRow' });
      if (result.executed) assertSameQueryId(result);
    },
    close: () => client.close(),
  };
}

function withValues(
  query: string,
  parameters: BoundParameters,
): { query: string; query_params: Record<string, unknown> } {
  return { query, query_params: Object.fromEntries(parameters) };
}

interface QueryResponse {
  readonly query_id: string;
  readonly response_headers: Readonly<Record<string, unknown>>;
}

function assertSameQueryId({ query_id: sent, response_headers: headers }: QueryResponse): void {
  if (headers['x-clickhouse-query-id'] !== sent) throw new ResponseMismatch();
}

function copierOver(client: ClickHouseClient): Copier {
  return {
    async *read(statement, format) {
      const answer = await client.exec({
        query: inFormat(statement, format),
        // Otherwise the server would buffer the whole table before sending it.
        clickhouse_settings: { wait_end_of_query: 0 },
      });
      assertSameQueryId(answer);
      const tag = answer.response_headers['x-clickhouse-exception-tag']?.toString();
      yield* untilError(answer.stream as AsyncIterable<Buffer>, tag);
    },
    readRows: async (statement) => (await client.query({ query: statement, format: 'JSONEachRow' })).json(),
    async insert(table, columns, file) {
      const values = createReadStream(file).pipe(createGunzip());
      const answer = await client.exec({ query: insertNative(table, columns), values });
      assertSameQueryId(answer);
      await finished(answer.stream.resume());
    },
    close: () => client.close(),
  };
}

/** More than the size of any error after rows. */
const maxErrorBytes = 32 * 1024;

/** An error while streaming is appended after the rows, between markers with a tag from a header. */
async function* untilError(chunks: AsyncIterable<Buffer>, tag: string | undefined): AsyncGenerator<Buffer> {
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    end = Buffer.concat([end, chunk.subarray(-maxErrorBytes)]).subarray(-maxErrorBytes);
    yield chunk;
  }
  if (tag === undefined) return;
  const [, error] = end.toString().split(`\r\n__exception__\r\n${tag}\r\n`);
  if (error !== undefined) throw new Error(`ClickHouse failed during a read: ${firstLine(error)}`);
}

async function readVersion(
  connection: ClickHouseConnection,
  createMissing: () => Promise<void>,
): Promise<string> {
  const queryVersion = async (): Promise<string> => {
    const [row] = await connection.read<{ version: string }>(versionQuery, new Map());
    if (row === undefined) throw new Error('it returned no version');
    return row.version;
  };
  try {
    return await queryVersion();
  } catch (error) {
    if (!hasCode(error, '81')) throw error;
    await createMissing();
    return await queryVersion();
  }
}

function describe({ url, database }: Account, version: string, cluster: string | null): string {
  const where = `ClickHouse ${version} at ${url}, database ${database}`;
  return cluster === null ? where : `${where}, cluster ${cluster}`;
}

function connectionProblem({ url, username, database }: Account, cause: unknown): string {
  if (hasCode(cause, '516', '192', '193', '194')) {
    return `ClickHouse at ${url} rejected the user ${username}: check the user and the password in CLICKHOUSE_URL.`;
  }
  if (hasCode(cause, '164')) {
    return `ClickHouse at ${url} gives the user ${username} read access only; use a profile without readonly.`;
  }
  if (hasCode(cause, '497')) {
    return `ClickHouse at ${url} does not let the user ${username} create the database ${database}: create it, and grant all on it.`;
  }
  if (cause instanceof ClickHouseError) {
    return `ClickHouse at ${url} returned error ${cause.code} (${cause.type ?? 'unknown'}): ${firstLine(cause.message)}`;
  }
  if (cause instanceof ResponseMismatch) {
    return `ClickHouse at ${url} does not return the query id of the request: every proxy in front of it must pass on query_id and X-ClickHouse-Query-Id.`;
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
