import path from 'node:path';
import { DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { duckdbTables } from './duckdbSchema.sql.ts';
import type { Peer, PeerRow } from './peer.ts';
import { duckdb } from './peers.sql.ts';

/** A DuckDB that holds the exported rows, in this process and on disk. */
export async function startDuckDB(folder: string, exportFolder: string): Promise<Peer> {
  const instance = await DuckDBInstance.create(path.join(folder, 'peer.duckdb'));
  const connection = await instance.connect();
  const close = (): Promise<void> => {
    connection.closeSync();
    instance.closeSync();
    return Promise.resolve();
  };
  const prepared = new Map<string, DuckDBPreparedStatement>();
  const prepare = async (statement: string): Promise<DuckDBPreparedStatement> => {
    const known = prepared.get(statement) ?? (await connection.prepare(statement));
    prepared.set(statement, known);
    return known;
  };
  try {
    for (const statement of duckdbTables(exportFolder)) await connection.run(statement);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name: 'DuckDB',
    dialect: duckdb,
    query: async ({ statements, values }) => {
      const rows: PeerRow[] = [];
      for (const text of statements) {
        const statement = await prepare(text);
        statement.bind(values.slice(0, statement.parameterCount));
        const reader = await statement.runAndReadAll();
        rows.push(...reader.getRowsJS().map((row) => row.map(asNumber)));
      }
      return rows;
    },
    close,
  };
}

function asNumber(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
