import type { ClickHouseClient } from '@clickhouse/client';
import type { BoundParameters } from './parameters.sql.ts';

/** Connections to one engine, already set up: what differs between the embedded engine and a server. */
export interface Connections {
  readonly description: string;
  readonly readers: readonly ClickHouseClient[];
  readonly writer: ClickHouseClient;
  hand(statement: string, parameters: BoundParameters): HandedStatement;
  openCopier(): Promise<Copier>;
  ping(): Promise<void>;
  release(): Promise<void>;
}

/** A statement in the form in which one transport passes parameters. */
export interface HandedStatement {
  query: string;
  query_params?: Record<string, unknown>;
}

/** The engine cannot be used; the message is one sentence for the person who runs the service. */
export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable';
}

/** A connection of its own for whole tables: neither time nor the size of an answer bounds it. */
export interface Copier {
  /** What a SELECT answers, piece by piece; whoever stops reading ends it. */
  read(statement: string, format: 'Native' | 'JSONEachRow'): AsyncIterable<Uint8Array>;
  /** Puts a gzipped file of the format Native into a table, whose columns it has by name. */
  insert(table: string, columns: readonly string[], file: string): Promise<void>;
  close(): Promise<void>;
}
