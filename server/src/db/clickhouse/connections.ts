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
