import { procedureBase } from '@magpie/contract/limits';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ErrorDetails, type Procedure, procedures } from '@magpie/contract';
import type { ErrorData } from '@magpie/contract/errors';
import { expect } from 'vitest';
import type { z } from 'zod';
import { issueKey } from '../auth/apiKeys.ts';
import { addPerson, welcomeOwner } from '../auth/people.ts';
import { createAdIndex, createApp } from '../app.ts';
import type { Catalog } from '../ads/catalog.ts';
import type { CurrentDashboard } from '../http/routes/dashboard.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { readConfig, type Config } from '../config/config.ts';
import { createImageRenderer } from '../integrations/drawing/drawing.ts';
import { createShownPictures, type ShownPictures } from '../integrations/images/shownPictures.ts';
import { openFiles } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { createLiveInbox, type LiveInbox } from '../alerts/liveInbox.ts';
import { listErrorStatuses } from '../openapi/responses.ts';
import { openMakers } from '../studio/makers/makers.ts';
import { freshDatabase, type PostgresLane } from './postgres.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The payload of a success; the test fails when it does not fit the procedure's output schema. */
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- each test knows the shape of its response
  readonly error: any; // oxlint-disable-line typescript/no-explicit-any
}

/** Calls as one person does, with one key. */
export interface Client {
  readonly key: string;
  get(procedure: string, input?: unknown): Promise<Reply>;
  post(procedure: string, input?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface TestService {
  /** Without a path: `http://127.0.0.1:40123`. */
  readonly address: string;
  readonly base: string;
  readonly db: PostgresEngine;
  readonly owner: Client;
  /** Its own: what is recorded by it is known at once, what another records within a second. */
  readonly catalog: Catalog;
  /** Called when an inbox changes, since a test service does not listen for notifications. */
  readonly inbox: LiveInbox;
  /** Pictures of ads that were shown. */
  readonly shownPictures: ShownPictures;
  /** What was logged so far. */
  readonly logged: () => string;
  clientWith(key: string): Client;
  /** A new person with a key of their own. */
  newcomer(): Promise<Client & { readonly userId: string }>;
  /** One more key of the owner. */
  keyWith(...scopes: ('read' | 'write' | 'admin')[]): Promise<Client>;
  close(): Promise<void>;
}

const notHere = (): Promise<never> => Promise.reject(new Error('This test has no ClickHouse.'));

/** Most tests do not use the index, and opening one takes a second. */
export const noIndex: Omit<ClickHouseEngine, 'close'> = {
  description: 'none',
  read: notHere,
  write: notHere,
  insert: notHere,
  openCopier: notHere,
  ping: () => Promise.resolve(),
};

/** The whole HTTP service on its own database, listening on a port. */
export async function startService(
  lane: PostgresLane,
  changes: Partial<Config> = {},
  clickhouse: Omit<ClickHouseEngine, 'close'> = noIndex,
  dashboard: CurrentDashboard = () => null,
): Promise<TestService> {
  const db = await freshDatabase(lane);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-test-'));
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const config: Config = {
    ...readConfig({}),
    dataFolder: folder,
    readLimit: 100_000,
    writeLimit: 100_000,
    ...changes,
  };
  const inbox = createLiveInbox(db, log);
  const index = createAdIndex(clickhouse, db, config);
  const shownPictures = createShownPictures();
  const app = await createApp({
    inbox,
    config,
    log,
    db,
    clickhouse,
    redis: null,
    index,
    files: openFiles(config),
    dashboard,
    shownPictures,
    // The service only identifies them.
    makers: openMakers(config, createImageRenderer()),
    // No test reaches anybody outside this machine.
    resolve: async (name) => Promise.reject(new Error(`${name} is not looked for.`)),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
  const base = `${address}${procedureBase}`;
  let ownerKey = '';
  await welcomeOwner(db, null, (welcome) => void (ownerKey = welcome?.key ?? ''));
  const clientWith = (key: string): Client => createClient(base, key);
  return {
    address,
    base,
    db,
    owner: clientWith(ownerKey),
    catalog: index.catalog,
    inbox,
    shownPictures,
    logged: () => lines.join(''),
    clientWith,
    newcomer: async () => {
      const email = `person-${Math.random().toString(36).slice(2)}@example.com`;
      const { key } = await addPerson(db, email);
      const [person] = await db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
      return { ...clientWith(key), userId: person?.id ?? '' };
    },
    keyWith: async (...scopes) => {
      const [person] = await db.query<{ id: string }>('SELECT id FROM users WHERE is_owner');
      return clientWith((await issueKey(db, { userId: person?.id ?? '', name: 'test', scopes })).key);
    },
    close: async () => {
      await app.close();
      await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export function createClient(base: string, key: string): Client {
  const authorization = { authorization: `Bearer ${key}` };
  return {
    key,
    get: async (procedure, input) => {
      const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return readReply(procedure, await fetch(`${base}/${procedure}${query}`, { headers: authorization }));
    },
    post: async (procedure, input, headers = {}) => {
      const response = await fetch(`${base}/${procedure}`, {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/json', ...headers },
        ...(input === undefined ? {} : { body: JSON.stringify(input) }),
      });
      return readReply(procedure, response);
    },
  };
}

async function readReply(name: string, response: Response): Promise<Reply> {
  const procedure = procedures.get(name);
  const body = (await response.json()) as { result?: { data: unknown }; error?: unknown };
  const { status, headers } = response;
  if (status === 200) {
    const data = body.result?.data;
    procedure?.output.parse(data);
    return { status, headers, data, error: undefined };
  }
  expect(body).toMatchObject({ error: { message: expect.any(String), data: { httpStatus: status } } });
  // With another method the response is not from the procedure.
  if (procedure !== undefined && status !== 405) {
    expect(listErrorStatuses(procedure, 'POST'), `${name} is not known to answer so`).toContain(status);
    assertErrorDetails(procedure, body.error as { data: ErrorData });
  }
  return { status, headers, data: undefined, error: body.error };
}

/** Fails unless the error has the details that the procedure declares. */
function assertErrorDetails({ errors = {} }: Procedure, { data }: { readonly data: ErrorData }): void {
  const { code, httpStatus: _status, path: _path, requestId: _id, ...details } = data;
  const declared: Readonly<Partial<Record<string, z.ZodType>>> = errors;
  (declared[code] ?? ErrorDetails).parse(details);
}
