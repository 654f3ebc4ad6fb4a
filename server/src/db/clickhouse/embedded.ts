import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseError } from '@clickhouse/client';
import { drainPending, Session, type ChdbResult } from 'chdb';
import {
  AnswerMismatch,
  ClickHouseUnavailable,
  type Connection,
  type Connections,
  type Copier,
} from './connections.ts';
import {
  copierSettings,
  createDatabase,
  insertNativeFile,
  insertRows,
  markLine,
  readerSettings,
  setAll,
  useDatabase,
  versionOfEngine,
  withMark,
  writerSettings,
  type Settings,
} from './connection.sql.ts';
import { withParameters, type BoundParameters } from './parameters.sql.ts';

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
export async function openEmbedded(dataFolder: string): Promise<Connections> {
  const folder = path.join(dataFolder, 'clickhouse');
  const keeper = openKeeper(folder);
  const release = async (): Promise<void> => {
    keeper.close();
    await drainPending();
  };
  try {
    await keeper.queryAsync(createDatabase(database, null));
    const openReader = (): Promise<Connection> => openConnection(folder, readerSettings);
    return {
      description: `embedded ClickHouse ${await versionOf(keeper)} in ${folder}`,
      openReader,
      openWriter: () => openConnection(folder, writerSettings),
      openPulse: openReader,
      openCopier: () => Promise.resolve(copierOn(folder)),
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openSession(folder: string, settings: Settings): Promise<Session> {
  const session = new Session(folder);
  try {
    await session.queryAsync(`${useDatabase(database)}; ${setAll(settings)}`);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

async function openConnection(folder: string, settings: Settings): Promise<Connection> {
  const session = await openSession(folder, settings);
  const run = (query: string): Promise<ChdbResult> =>
    session.queryAsync(query, { format: 'JSONEachRow' }).catch((error: unknown) => {
      throw engineError(error);
    });
  return {
    async read<Row>(statement: string, parameters: BoundParameters) {
      const mark = randomUUID();
      const answer = await run(withMark(mark, withParameters(statement, parameters)));
      return rowsBehind<Row>(markLine(mark), answer.text());
    },
    write: async (statement, parameters) => void (await run(withParameters(statement, parameters))),
    async insert(table, rows) {
      if (rows.length > 0) await run(insertRows(table, rows));
    },
    close: () => Promise.resolve(session.close()),
  };
}

/**
 * The library keeps what a failed statement wrote in the buffer of its connection, and the next answer begins with it. Only
 * what stands behind the mark was written since this statement began.
 */
function rowsBehind<Row>(mark: string, answer: string): Row[] {
  if (!answer.startsWith(mark)) throw new AnswerMismatch();
  const lines = answer.slice(mark.length).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

/** The library's errors as those of the HTTP client, so that callers see one class. */
function engineError(error: unknown): Error {
  return Object.assign(parseError(reason(error)), { cause: error });
}

/**
 * A stream in the format Native has no place for a mark, so each statement has a connection on which nothing ran before.
 */
function copierOn(folder: string): Copier {
  return {
    async *read(statement, format) {
      const session = await openSession(folder, copierSettings);
      try {
        for await (const chunk of session.queryStream(statement, { format })) yield chunk.raw();
      } finally {
        session.close();
      }
    },
    async readRows(statement) {
      const session = await openSession(folder, copierSettings);
      try {
        const result = await session.queryAsync(statement, { format: 'JSONEachRow' });
        const lines = result.text().split('\n').filter(Boolean);
        return lines.map((line) => JSON.parse(line));
      } finally {
        session.close();
      }
    },
    async insert(table, columns, file) {
      const session = await openSession(folder, copierSettings);
      try {
        await session.queryAsync(insertNativeFile(table, columns, file));
      } finally {
        session.close();
      }
    },
    close: () => Promise.resolve(),
  };
}

async function versionOf(keeper: Session): Promise<string> {
  const result = await keeper.queryAsync(versionOfEngine, { format: 'TabSeparated' });
  return result.text().trim();
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
