import { performance } from 'node:perf_hooks';
import type { Logger } from '../../config/log.ts';
import { engineSeconds } from '../../config/metrics.ts';
import { isAlive } from './connection.sql.ts';
import { ClickHouseUnavailable, type Connections, type Copier } from './connections.ts';
import { ranOutOfTime } from './failures.ts';
import { bound, checkRead, checkWrite, type Parameters } from './parameters.sql.ts';
import { detectPauses } from './pauses.ts';
import { createPool } from './pool.ts';
import { openServer } from './server.ts';

export type { Copier, Parameters };
export { ClickHouseUnavailable };

export interface ClickHouse {
  /**
   * Rows of one SELECT, on a connection that can neither write nor leave the database and stops a statement
   * after 10 seconds or 256 MiB. `DateTime` and `DateTime64` come as ISO 8601 in UTC with `Z`, `Date` as
   * `YYYY-MM-DD`, 64-bit integers as numbers: ask for `toString(x)` where one may pass 2^53. NaN and
   * infinity come as null.
   */
  read<Row>(statement: string, parameters?: Parameters): Promise<Row[]>;
  /** One statement that changes something: DDL, OPTIMIZE, INSERT … SELECT. */
  write(statement: string, parameters?: Parameters): Promise<void>;
  /**
   * Resolves when the rows are on disk. A field that the table lacks fails the insert; a column that the
   * rows lack takes its default. A Date is taken as it is; an integer above 2^53 goes in as decimal text.
   */
  insert(table: string, rows: readonly object[]): Promise<void>;
}

export interface ClickHouseEngine extends ClickHouse {
  /** Which engine this is and where, for people; without secrets. */
  readonly description: string;
  /**
   * Resolves when the engine answers, on a connection of its own. Embedded, a statement also takes one of the
   * threads of libuv's pool (`UV_THREADPOOL_SIZE`): with fewer than readers and writer together, it waits.
   */
  ping(): Promise<void>;
  /** For a backup or a restore; whoever opens it closes it before the engine. */
  openCopier(): Promise<Copier>;
  /** Waits for the statements under way, then lets go of everything. */
  close(): Promise<void>;
}

export interface ClickHouseOptions {
  /** Address of a server, with user, password and database; null for the embedded engine. */
  url: string | null;
  /** Cluster on which tables are replicated and distributed; needs `url`. */
  cluster: string | null;
  /** The embedded engine lives in `clickhouse` inside it. */
  dataFolder: string;
  log: Logger;
  /** Statements that are read at once; default 4, which keeps two cores busy. */
  readers?: number;
}

export async function openClickHouse(options: ClickHouseOptions): Promise<ClickHouseEngine> {
  const startedAt = performance.now();
  const connections = await connect(options);
  const milliseconds = Math.round(performance.now() - startedAt);
  options.log.debug({ engine: connections.description, milliseconds }, 'ClickHouse is open');
  return engineOver(connections, options);
}

async function connect({ url, cluster, dataFolder }: ClickHouseOptions): Promise<Connections> {
  if (url !== null) return openServer(url, cluster);
  if (cluster !== null) {
    throw new ClickHouseUnavailable('The embedded ClickHouse cannot be a cluster: set CLICKHOUSE_URL too.');
  }
  // Loaded only here: the library maps 200 MB, which a service with its own server does not need.
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(dataFolder);
}

function engineOver(
  connections: Connections,
  { log, readers: readerCount = 4 }: ClickHouseOptions,
): ClickHouseEngine {
  const readers = createPool(readerCount, connections.openReader);
  const writers = createPool(1, connections.openWriter);
  const pulses = createPool(1, connections.openPulse);
  const pauses = detectPauses();
  return {
    description: connections.description,
    async read<Row>(statement: string, parameters: Parameters = {}) {
      checkRead(statement);
      const values = bound(statement, parameters);
      const run = (): Promise<Row[]> =>
        readers.use((reader) => timed(() => reader.read<Row>(statement, values)));
      const startedAt = performance.now();
      try {
        return await run();
      } catch (error) {
        // Its time went by while nothing could run; a read is harmless to repeat.
        if (!ranOutOfTime(error) || !pauses.pausedSince(startedAt)) throw error;
        log.warn({ err: error }, 'ClickHouse read repeated after a pause of this process');
        return await run();
      }
    },
    async write(statement, parameters = {}) {
      checkWrite(statement);
      const values = bound(statement, parameters);
      await writers.use((writer) => timed(() => writer.write(statement, values)));
    },
    async insert(table, rows) {
      checkTableName(table);
      await writers.use((writer) => timed(() => writer.insert(table, rows)));
    },
    ping: async () => void (await pulses.use((pulse) => pulse.read(isAlive, new Map()))),
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

/** The client puts the name into the statement as it is. */
function checkTableName(table: string): void {
  if (!/^[A-Za-z_]\w*$/.test(table)) {
    throw new Error(`A table name is letters, digits and _, not ${JSON.stringify(table)}.`);
  }
}
