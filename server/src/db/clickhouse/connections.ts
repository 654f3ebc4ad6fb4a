import type { BoundParameters } from './parameters.sql.ts';

/** One configured connection. It runs one statement at a time, and none after an error. */
export interface ClickHouseConnection {
  /** The rows of one SELECT, verified to belong to this statement. */
  read<Row>(statement: string, parameters: BoundParameters): Promise<Row[]>;
  write(statement: string, parameters: BoundParameters): Promise<void>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens connections to one engine: the differences between the embedded engine and a server. */
export interface Connections {
  readonly description: string;
  readonly openReader: () => Promise<ClickHouseConnection>;
  readonly openWriter: () => Promise<ClickHouseConnection>;
  readonly openHealthCheck: () => Promise<ClickHouseConnection>;
  openCopier(): Promise<Copier>;
  /** To be called after every connection was closed. */
  release(): Promise<void>;
}

/** The engine cannot be used; the message is one sentence for the operator. */
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

/** Copies whole tables, without limits of time or size. */
export interface Copier {
  /** Streams the result of a SELECT; it ends when the consumer stops reading. */
  read(statement: string, format: 'Native' | 'JSONEachRow'): AsyncIterable<Uint8Array>;
  /** All rows of a slow statement with few rows, such as CHECK TABLE. */
  readRows<Row>(statement: string): Promise<Row[]>;
  /** Inserts a gzipped file of the format Native into these columns of a table. */
  insert(table: string, columns: readonly string[], file: string): Promise<void>;
  close(): Promise<void>;
}
