import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { drainPending, Session } from 'chdb';
import { literal } from '../db/clickhouse/parameters.sql.ts';

/** A stand-in for a ClickHouse server: its HTTP protocol, as far as a client needs it, over the embedded engine. */
export interface ClickHouseFront {
  /** Address without user, password and database. */
  readonly url: string;
  close(): Promise<void>;
}

interface FrontOptions {
  folder: string;
  /** The only account; default `default` without a password, as a new server has. */
  user?: string;
  password?: string;
}

/** An exception as the server reports it: a code, and a text that ends with its name in brackets. */
class FrontError extends Error {
  readonly code: number;

  constructor(code: number, name: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message}. (${name})`);
    this.code = code;
  }
}

/** Limits of a server's default configuration: `http_max_uri_size` and `http_max_field_value_size`. */
const longestUri = 1024 * 1024;
const longestField = 128 * 1024;

export async function startClickHouseFront({
  folder,
  user = 'default',
  password = '',
}: FrontOptions): Promise<ClickHouseFront> {
  const keeper = new Session(folder);
  const server = createServer({ maxHeaderSize: longestUri }, (request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://front');
    if (url.pathname === '/ping') {
      response.end('Ok.\n');
      return;
    }
    const body = await bodyOf(request);
    if (!authenticated(request, url.searchParams)) {
      const message = `${user}: Authentication failed: password is incorrect, or there is no user with such name`;
      throw new FrontError(516, 'AUTHENTICATION_FAILED', message);
    }
    const result = await run(folder, request.method ?? 'GET', url.searchParams, body);
    await send(request, response, url.searchParams, result);
  }

  function authenticated(request: IncomingMessage, query: URLSearchParams): boolean {
    const [givenUser, givenPassword] = credentials(request, query);
    return givenUser === user && givenPassword === password;
  }

  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await stop(server);
      keeper.close();
      await drainPending();
    },
  };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The front has no port.');
  return address.port;
}

export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const bytes = await buffer(request);
  return request.headers['content-encoding'] === 'gzip' ? promisify(gunzip)(bytes) : bytes;
}

function credentials(request: IncomingMessage, query: URLSearchParams): [user: string, password: string] {
  const { authorization } = request.headers;
  if (authorization?.startsWith('Basic ') === true) {
    const [user = '', ...password] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
    return [user, password.join(':')];
  }
  const header = (name: string): string | undefined => request.headers[name]?.toString();
  return [
    header('x-clickhouse-user') ?? query.get('user') ?? 'default',
    header('x-clickhouse-key') ?? query.get('password') ?? '',
  ];
}

/** Parameters of a request that are no settings of the engine. */
const notSettings = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'wait_end_of_query',
  'session_id',
  'user',
  'password',
]);

/** Each request has its own connection, so that its settings do not outlive it. */
async function run(
  folder: string,
  method: string,
  query: URLSearchParams,
  body: Buffer,
): Promise<Uint8Array> {
  const session = new Session(folder);
  try {
    const database = query.get('database');
    if (database !== null) await session.queryAsync(`USE \`${database}\``);
    for (const statement of assignments(method, query)) await session.queryAsync(statement);
    const queryText = query.get('query') ?? '';
    if (queryText.endsWith('FORMAT Native')) return await insertNative(session, folder, queryText, body);
    const statement = [queryText, body.toString('utf8')].filter((part) => part !== '').join('\n');
    const result = await session.queryAsync(statement, {
      format: query.get('default_format') ?? 'TabSeparated',
    });
    return result.bytes();
  } finally {
    session.close();
  }
}

/** The embedded engine takes bytes that are no text from a file alone. */
async function insertNative(
  session: Session,
  folder: string,
  statement: string,
  body: Buffer,
): Promise<Uint8Array> {
  const file = path.join(folder, `${randomBytes(8).toString('hex')}.native`);
  try {
    await writeFile(file, body);
    await session.queryAsync(
      statement.replace(/FORMAT Native$/, `FROM INFILE ${literal(file)} FORMAT Native`),
    );
    return new Uint8Array();
  } finally {
    await rm(file, { force: true });
  }
}

/** As on a server, all settings of a request count before its `readonly` does, and only POST may write. */
function assignments(method: string, query: URLSearchParams): string[] {
  const entries = [...query].filter(([name]) => !notSettings.has(name));
  for (const [name, value] of entries) {
    if (!/^\w+$/.test(name)) throw new FrontError(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'`);
    if (Buffer.byteLength(value) > longestField)
      throw new FrontError(1000, 'POCO_EXCEPTION', 'Field value too long');
  }
  if (method !== 'POST' && !query.has('readonly')) entries.push(['readonly', '2']);
  const inOrder = entries.toSorted(
    ([one], [other]) => Number(one === 'readonly') - Number(other === 'readonly'),
  );
  return inOrder.map(([name, value]) => `SET ${name} = ${literal(value)}`);
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  result: Uint8Array,
): Promise<void> {
  response.setHeader('X-ClickHouse-Query-Id', query.get('query_id') ?? '');
  response.setHeader('X-ClickHouse-Summary', JSON.stringify({ read_rows: '0', written_rows: '0' }));
  const accepted = request.headers['accept-encoding']?.toString() ?? '';
  if (query.get('enable_http_compression') === '1' && accepted.includes('gzip')) {
    response.setHeader('Content-Encoding', 'gzip');
    response.end(await promisify(gzip)(result));
  } else {
    response.end(result);
  }
}

const statusByCode: Readonly<Record<string, number>> = { 62: 400, 60: 404, 81: 404, 159: 408, 516: 403 };

function fail(response: ServerResponse, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)/.exec(text)?.[1] ?? '1002';
  response.statusCode = statusByCode[code] ?? 500;
  response.setHeader('X-ClickHouse-Exception-Code', code);
  response.end(`${text}\n`);
}
