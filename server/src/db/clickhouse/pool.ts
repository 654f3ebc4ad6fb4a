import type { BoundParameters } from './parameters.sql.ts';

export interface ClickHouseConnection {
  read<Row>(statement: string, parameters: BoundParameters): Promise<Row[]>;
  write(statement: string, parameters: BoundParameters): Promise<void>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

export interface Connections {
  readonly description: string;
  readonly openReader: () => Promise<ClickHouseConnection>;
  readonly openWriter: () => Promise<ClickHouseConnection>;
  readonly openHealthCheck: () => Promise<ClickHouseConnection>;
  openCopier(): Promise<Copier>;
  /** To be called after every connection was closed. */
  release(): Promise<void>;
}

export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable';
}

/** A response that cannot be verified to belong to its statement; it is never returned. */
export class ResponseMismatch extends Error {
  override readonly name = 'ResponseMismatch';

  constructor() {
    super(
      'ClickHouse returned a response that does not belong to this statement; the connection was closed.',
    );
  }
}

export interface Copier {
  read(statement: string, format: 'Native' | 'JSONEachRow'): AsyncIterable<Uint8Array>;
  readRows<Row>(statement: string): Promise<Row[]>;
  insert(table: string, columns: readonly string[], file: string): Promise<void>;
  close(): Promise<void>;
}

interface Closable {
  close(): Promise<void>;
}

export interface Pool<Connection> {
  use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Closed after any error: the embedded engine would add rows of the failed statement to its next response. */
export function createConnectionPool<Connection extends Closable>(
  size: number,
  open: () => Promise<Connection>,
): Pool<Connection> {
  /** Null is a slot whose connection is not open. */
  const free = Array.from({ length: size }, (): Connection | null => null);
  const waiting: ((connection: Connection | null) => void)[] = [];
  let closing = false;

  const acquire = (): Promise<Connection | null> => {
    const connection = free.pop();
    if (connection !== undefined) return Promise.resolve(connection);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (connection: Connection | null): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };

  return {
    async use(work) {
      if (closing) throw new Error('ClickHouse is closed and accepts no more statements.');
      let connection = await acquire();
      try {
        connection ??= await open();
        const result = await work(connection);
        release(connection);
        return result;
      } catch (error) {
        // Ignore close errors so that the original error is thrown.
        await connection?.close().catch(() => undefined);
        release(null);
        throw error;
      }
    },
    async close() {
      closing = true;
      // Queued after all accepted work: once every connection is acquired, nothing runs.
      const acquired = await Promise.all(Array.from({ length: size }, acquire));
      await Promise.all(acquired.map(async (connection) => connection?.close()));
      for (const _ of acquired) release(null);
    },
  };
}
