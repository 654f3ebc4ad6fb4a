import { performance } from 'node:perf_hooks';
import type { Logger } from '../../config/log.ts';
import { engineSeconds } from '../../config/metrics.ts';
import { aliveQuery } from './connection.sql.ts';
import { createConnectionPool, ClickHouseUnavailable, type Connections, type Copier } from './pool.ts';
import { isTimeout, detectPauses } from './failures.ts';
import { bindParameters, checkRead, checkWrite, type Parameters } from './parameters.sql.ts';
import { openClickHouseServer } from './server.ts';

export type { Copier, Parameters };
export { ClickHouseUnavailable };

export interface ClickHouse {
  /**
   * Rows of one SELECT, on a read-only connection limited to this database, 10 seconds and 256 MiB. `DateTime` and
   * `DateTime64` are returned as ISO 8601 in UTC with `Z`, `Date` as `YYYY-MM-DD`, 64-bit integers as numbers:
   * select `toString(x)` if one may exceed 2^53. NaN and infinity are returned as null.
   */
  read<Row>(statement: string, parameters?: Parameters): Promise<Row[]>;
  write(statement: string, parameters?: Parameters): Promise<void>;
  /**
   * Resolves when the rows are on disk. An unknown field fails the insert; a missing column gets its default. A Date
   * is accepted as is; an integer above 2^53 must be decimal text.
   */
  insert(table: string, rows: readonly object[]): Promise<void>;
}

export interface ClickHouseEngine extends ClickHouse {
  /** Engine, version and location for people, without secrets. */
  readonly description: string;
  /**
   * Resolves when the engine responds on a separate connection. With the embedded engine a statement also takes a
   * thread of libuv's pool (`UV_THREADPOOL_SIZE`), and waits if there are fewer than readers and writer together.
   */
  ping(): Promise<void>;
  /** For a backup or a restore; the caller closes it before the engine. */
  openCopier(): Promise<Copier>;
  close(): Promise<void>;
}

export interface ClickHouseOptions {
  /** Address of a server, with user, password and database; null for the embedded engine. */
  url: string | null;
  cluster: string | null;
  dataFolder: string;
  log: Logger;
  /** Concurrent reads; default 4, which keeps two cores busy. */
  readers?: number;
}

export async function openClickHouse(options: ClickHouseOptions): Promise<ClickHouseEngine> {
  const startedAt = performance.now();
  const connections = await connect(options);
  const milliseconds = Math.round(performance.now() - startedAt);
  options.log.debug({ engine: connections.description, milliseconds }, 'ClickHouse opened');
  return engineOver(connections, options);
}

async function connect({ url, cluster, dataFolder }: ClickHouseOptions): Promise<Connections> {
  if (url !== null) return openClickHouseServer(url, cluster);
  if (cluster !== null) {
    throw new ClickHouseUnavailable('The embedded ClickHouse cannot be a cluster: set CLICKHOUSE_URL too.');
  }
  // Loaded on demand: the library maps 200 MB, which is not needed with an external server.
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(dataFolder);
}

/** A recording writes up to three tables at once; each insert waits for the disk. */
const writerCount = 3;

function engineOver(
  connections: Connections,
  { log, readers: readerCount = 4 }: ClickHouseOptions,
): ClickHouseEngine {
  const readers = createConnectionPool(readerCount, connections.openReader);
  const writers = createConnectionPool(writerCount, connections.openWriter);
  const pulses = createConnectionPool(1, connections.openHealthCheck);
  const pauses = detectPauses();
  return {
    description: connections.description,
    async read<Row>(statement: string, parameters: Parameters = {}) {
      checkRead(statement);
      const values = bindParameters(statement, parameters);
      const run = (): Promise<Row[]> =>
        readers.use((reader) => timed(() => reader.read<Row>(statement, values)));
      const startedAt = performance.now();
      try {
        return await run();
      } catch (error) {
        // The time limit passed while the process was paused; a read can be repeated.
        if (!isTimeout(error) || !pauses.pausedSince(startedAt)) throw error;
        log.warn({ err: error }, 'ClickHouse read repeated after a pause of this process');
        return await run();
      }
    },
    async write(statement, parameters = {}) {
      checkWrite(statement);
      const values = bindParameters(statement, parameters);
      await writers.use((writer) => timed(() => writer.write(statement, values)));
    },
    async insert(table, rows) {
      checkTableName(table);
      await writers.use((writer) => timed(() => writer.insert(table, rows)));
    },
    ping: async () => void (await pulses.use((pulse) => pulse.read(aliveQuery, new Map()))),
    openCopier: () => connections.openCopier(),
    async close() {
      pauses.close();
      await Promise.all([readers.close(), writers.close(), pulses.close()]);
      await connections.release();
    },
  };
}

async function timed<Result>(statement: () => Promise<Result>): Promise<Result> {
  const stop = engineSeconds.startTimer({ engine: 'clickhouse' });
  try {
    return await statement();
  } finally {
    stop();
  }
}

/** The client inserts the name into the statement without escaping. */
function checkTableName(table: string): void {
  if (!/^[A-Za-z_]\w*$/.test(table)) {
    throw new Error(`A table name is letters, digits and _, not ${JSON.stringify(table)}.`);
  }
}
