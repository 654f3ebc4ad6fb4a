import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
} from '@clickhouse/client';
import { drainPending, Session } from 'chdb';
import { createChdbConnection } from 'chdb/connection';
import { ClickHouseUnavailable, type Connections, type Copier } from './connections.ts';
import {
  copierSettings,
  createDatabase,
  insertNativeFile,
  isAlive,
  readerSettings,
  setAll,
  useDatabase,
  versionOfEngine,
  writerSettings,
  type Settings,
} from './connection.sql.ts';
import { withParameters } from './parameters.sql.ts';

const database = 'magpie';
const megabyte = 1024 * 1024;

/**
 * Arguments of the engine as a whole. Its caches are allowed 5 GB each by default and its memory nine
 * tenths of the machine, which it would have to itself; here it shares a process with the service.
 */
const engineArguments = Object.entries({
  max_server_memory_usage_to_ram_ratio: 0.5,
  mark_cache_size: 128 * megabyte,
  primary_index_cache_size: 128 * megabyte,
  index_mark_cache_size: 32 * megabyte,
  text_index_tokens_cache_size: 64 * megabyte,
  text_index_header_cache_size: 64 * megabyte,
  text_index_postings_cache_size: 128 * megabyte,
  vector_similarity_index_cache_size: 64 * megabyte,
  query_condition_cache_size: 32 * megabyte,
  compiled_expression_cache_size: 32 * megabyte,
}).map(([name, value]) => `--${name}=${value}`);

/**
 * ClickHouse in this process, on `<dataFolder>/clickhouse`. The engine is open as long as one connection is;
 * the keeper is the first, since only the first one's arguments count, and the last. A process can have one
 * folder open at a time, and can open it or another again after `release`.
 */
export async function openEmbedded(dataFolder: string, readerCount: number): Promise<Connections> {
  const folder = path.join(dataFolder, 'clickhouse');
  const keeper = openKeeper(folder);
  const clients: ClickHouseClient[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
    keeper.close();
    await drainPending();
  };
  const open = async (settings: Settings): Promise<ClickHouseClient> => {
    const client = clientOver(folder);
    clients.push(client);
    await client.command({ query: `${useDatabase(database)}; ${setAll(settings)}` });
    return client;
  };
  try {
    await keeper.queryAsync(createDatabase(database, null));
    return {
      description: `embedded ClickHouse ${await versionOf(keeper)} in ${folder}`,
      readers: await Promise.all(Array.from({ length: readerCount }, () => open(readerSettings))),
      writer: await open(writerSettings),
      hand: (statement, parameters) => ({ query: withParameters(statement, parameters) }),
      openCopier: () => openCopier(folder),
      ping: async () => void (await keeper.queryAsync(isAlive)),
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** The client keeps a whole answer in memory, so this speaks to the engine without it. */
async function openCopier(folder: string): Promise<Copier> {
  const session = new Session(folder);
  await session.queryAsync(`${useDatabase(database)}; ${setAll(copierSettings)}`);
  return {
    async *read(statement, format) {
      for await (const chunk of session.queryStream(statement, { format })) yield chunk.raw();
    },
    insert: async (table, columns, file) =>
      void (await session.queryAsync(insertNativeFile(table, columns, file))),
    close: () => Promise.resolve(session.close()),
  };
}

async function versionOf(keeper: Session): Promise<string> {
  const result = await keeper.queryAsync(versionOfEngine, { format: 'TabSeparated' });
  return result.text().trim();
}

type Connection = NonNullable<ClickHouseClientConfigOptions['connection']>;

function clientOver(folder: string): ClickHouseClient {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one contract declared in two packages, told apart by a class inside it
  const connection = createChdbConnection({ path: folder }) as unknown as Connection;
  return createClient({ connection, log: { level: ClickHouseLogLevel.OFF } });
}

function openKeeper(folder: string): Session {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ClickHouseUnavailable(
      `The folder ${folder} for the embedded ClickHouse cannot be made: ${reason(cause)}.`,
      { cause },
    );
  }
  try {
    return new Session(folder, { connectionArgs: engineArguments });
  } catch (cause) {
    throw new ClickHouseUnavailable(whyNotOpened(folder, cause), { cause });
  }
}

/** The library tells its reason only for a folder that this process itself has open. */
function whyNotOpened(folder: string, cause: unknown): string {
  if (/one active data directory/.test(reason(cause))) {
    return `The embedded ClickHouse cannot open ${folder}: this process has another folder open, close that one first.`;
  }
  return `The embedded ClickHouse cannot open ${folder}: it must be a folder that this account may write to and that no other process has open.`;
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
