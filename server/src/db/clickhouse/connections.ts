import type { BoundParameters } from './parameters.sql.ts';

/** One connection, already set up. It runs one statement at a time, and none after an error. */
export interface Connection {
  /** The rows of one SELECT, checked to be those of this statement. */
  read<Row>(statement: string, parameters: BoundParameters): Promise<Row[]>;
  write(statement: string, parameters: BoundParameters): Promise<void>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** How connections to one engine are opened: what differs between the embedded engine and a server. */
export interface Connections {
  readonly description: string;
  readonly openReader: () => Promise<Connection>;
  readonly openWriter: () => Promise<Connection>;
  /** A reader for health checks, which gives up early. */
  readonly openPulse: () => Promise<Connection>;
  openCopier(): Promise<Copier>;
  /** After every connection was closed. */
  release(): Promise<void>;
}

/** The engine cannot be used; the message is one sentence for the person who runs the service. */
export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable';
}

/** An answer cannot be shown to be that of the statement that was sent; it is never returned. */
export class AnswerMismatch extends Error {
  override readonly name = 'AnswerMismatch';

  constructor() {
    super('ClickHouse gave an answer that is not the one of this statement; the connection was closed.');
  }
}

/** For whole tables: neither time nor the size of an answer bounds it. */
export interface Copier {
  /** What a SELECT answers, piece by piece; whoever stops reading ends it. */
  read(statement: string, format: 'Native' | 'JSONEachRow'): AsyncIterable<Uint8Array>;
  /** All rows of a statement that returns few of them but takes long, such as CHECK TABLE. */
  readRows<Row>(statement: string): Promise<Row[]>;
  /** Puts a gzipped file of the format Native into a table, whose columns it has by name. */
  insert(table: string, columns: readonly string[], file: string): Promise<void>;
  close(): Promise<void>;
}
