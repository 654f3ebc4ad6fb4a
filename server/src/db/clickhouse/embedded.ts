import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseError } from '@clickhouse/client';
import { drainPending, Session, type ChdbResult } from 'chdb';
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
  insertNativeFile,
  insertRows,
  markerLine,
  readerSettings,
  setAll,
  useDatabase,
  versionQuery,
  withMarkerRow,
  writerSettings,
  type ClickHouseSettings,
} from './connection.sql.ts';
import { setParameters, type BoundParameters } from './parameters.sql.ts';

const database = 'magpie';
const megabyte = 1024 * 1024;

/** By default, caches take 5 GB each and memory nine tenths of the machine. */
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
 * ClickHouse in this process, on `<dataFolder>/clickhouse`. The engine is open as long as one connection is; the
 * keeper is the first, because only the first one's arguments count, and the last. A process can have one folder
 * open at a time, and can open it or another one after `release`.
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
    const openReader = (): Promise<ClickHouseConnection> => openConnection(folder, readerSettings);
    return {
      description: `embedded ClickHouse ${await readVersion(keeper)} in ${folder}`,
      openReader,
      openWriter: () => openConnection(folder, writerSettings),
      openHealthCheck: openReader,
      openCopier: () => Promise.resolve(copierOn(folder)),
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openSession(folder: string, settings: ClickHouseSettings): Promise<Session> {
  const session = new Session(folder);
  try {
    await session.queryAsync(`${useDatabase(database)}; ${setAll(settings)}`);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

async function openConnection(folder: string, settings: ClickHouseSettings): Promise<ClickHouseConnection> {
  const session = await openSession(folder, settings);
  const run = (query: string): Promise<ChdbResult> =>
    session.queryAsync(query, { format: 'JSONEachRow' }).catch((error: unknown) => {
      throw engineError(error);
    });
  return {
    async read<Row>(statement: string, parameters: BoundParameters) {
      const mark = randomUUID();
      const answer = await run(withMarkerRow(mark, setParameters(statement, parameters)));
      return rowsAfter<Row>(markerLine(mark), answer.text());
    },
    write: async (statement, parameters) => void (await run(setParameters(statement, parameters))),
    async insert(table, rows) {
      if (rows.length > 0) await run(insertRows(table, rows));
    },
    close: () => Promise.resolve(session.close()),
  };
}

/**
 * The library leaves the output of a failed statement in the buffer of its connection, and the next response begins
 * with it. Only the output after the marker belongs to this statement.
 */
function rowsAfter<Row>(mark: string, answer: string): Row[] {
  if (!answer.startsWith(mark)) throw new ResponseMismatch();
  const lines = answer.slice(mark.length).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

/** Converts the library's errors to those of the HTTP client, so that callers handle one class. */
function engineError(error: unknown): Error {
  return Object.assign(parseError(reason(error)), { cause: error });
}

/** A stream in the format Native cannot contain a marker, so each statement uses a new connection. */
function copierOn(folder: string): Copier {
  const withSession = async <Result>(work: (session: Session) => Promise<Result>): Promise<Result> => {
    const session = await openSession(folder, copierSettings);
    return work(session).finally(() => session.close());
  };
  return {
    async *read(statement, format) {
      const session = await openSession(folder, copierSettings);
      try {
        for await (const chunk of session.queryStream(statement, { format })) yield chunk.raw();
      } finally {
        session.close();
      }
    },
    readRows: (statement) =>
      withSession(async (session) => {
        const result = await session.queryAsync(statement, { format: 'JSONEachRow' });
        const lines = result.text().split('\n').filter(Boolean);
        return lines.map((line) => JSON.parse(line));
      }),
    insert: (table, columns, file) =>
      withSession(async (session) => void (await session.queryAsync(insertNativeFile(table, columns, file)))),
    close: () => Promise.resolve(),
  };
}

async function readVersion(keeper: Session): Promise<string> {
  const result = await keeper.queryAsync(versionQuery, { format: 'TabSeparated' });
  return result.text().trim();
}

function openKeeper(folder: string): Session {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ClickHouseUnavailable(
      `The folder ${folder} for the embedded ClickHouse cannot be created: ${reason(cause)}.`,
      { cause },
    );
  }
  try {
    return new Session(folder, { connectionArgs: engineArguments });
  } catch (cause) {
    throw new ClickHouseUnavailable(openProblem(folder, cause), { cause });
  }
}

/** The library gives a reason only if this process has another folder open. */
function openProblem(folder: string, cause: unknown): string {
  if (/one active data directory/.test(reason(cause))) {
    return `The embedded ClickHouse cannot open ${folder}: this process has another folder open; close that one first.`;
  }
  return `The embedded ClickHouse cannot open ${folder}: it must be a folder that this account may write to and that no other process has open.`;
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
