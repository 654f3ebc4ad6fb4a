import { Client } from 'pg';
import type { EmbeddedConnection } from '../db/postgres/embedded/connection.ts';
import type { PostgresServer } from '../db/postgres/postgres.ts';

/** How the tests reach a shared server: plain values, since they cross from one process to another. */
export type LaneConnection = EmbeddedConnection;

/** One kind of PostgreSQL that the behaviour suites run on. */
export interface PostgresLane {
  /** `embedded 18`, `server 15` */
  readonly name: string;
  readonly available: boolean;
  /** Null when not available. */
  readonly connection: LaneConnection | null;
}

/** Migrated and never connected to, so that it can be copied at any time. */
export const templateDatabase = 'magpie_template';

/** A server that runs already; closing the engine on it does what `close` does, by default nothing. */
export function serverFor(
  name: string,
  connection: LaneConnection,
  close: () => Promise<void> = () => Promise.resolve(),
): PostgresServer {
  return { name, connection, close, errorMessage: (reason) => `The lane ${name} cannot be used: ${reason}.` };
}

/** Runs one statement outside any pool, such as those that make and drop databases. */
export async function runOn(connection: LaneConnection, statement: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
