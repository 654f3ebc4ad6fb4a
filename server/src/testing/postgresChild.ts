/** A child process for tests that kill, interrupt or sandbox it. Communicates over IPC. */
import { createLog } from '../config/log.ts';
import { startEmbedded } from '../db/postgres/embedded/embedded.ts';
import { migrate, readMigrations } from '../db/postgres/migrate.ts';
import { createPool } from '../db/postgres/pool.ts';
import { openServer, type Postgres, type PostgresServer } from '../db/postgres/postgres.ts';
import { type LaneConnection, serverFor } from './postgresLane.ts';

/** What the child is started with. */
export interface ChildOrder {
  /** The server to use; without one, the embedded server of `dataFolder`. */
  readonly connection?: LaneConnection;
  readonly dataFolder?: string;
  readonly mayTie?: boolean;
  /** Migrate, and die by SIGKILL right after this many statements. */
  readonly dieAfter?: number;
}

/** Commands to the child. */
export type ChildCommand =
  | { readonly do: 'query'; readonly statement: string }
  | { readonly do: 'insertForever'; readonly statement: string }
  | { readonly do: 'close' }
  | { readonly do: 'leave' };

export type ChildMessage =
  | { readonly event: 'ready'; readonly description: string }
  | { readonly event: 'failed'; readonly message: string }
  | { readonly event: 'rows'; readonly rows: unknown[] }
  | { readonly event: 'inserted'; readonly number: number }
  | { readonly event: 'interrupted' }
  | { readonly event: 'migrated' }
  | { readonly event: 'closed' };

const log = createLog('silent');
const say = (message: ChildMessage): void => void process.send?.(message);

/** Resolves when the message has left this process: what only waits to be sent dies with it. */
const sayForSure = (message: ChildMessage): Promise<void> =>
  new Promise((resolve) => void process.send?.(message, () => resolve()));

// As the service: the signal begins an orderly end, during which the database is still needed.
process.on('SIGINT', () => say({ event: 'interrupted' }));

async function main(order: ChildOrder): Promise<void> {
  const server = await findServer(order);
  if (order.dieAfter !== undefined) return migrateMortally(server, order.dieAfter);
  const engine = await openServer(server, log);
  process.on('message', (command: ChildCommand) => {
    obey(engine, command).catch(fail);
  });
  say({ event: 'ready', description: engine.description });
}

async function findServer({
  connection,
  dataFolder = '',
  mayTie = true,
}: ChildOrder): Promise<PostgresServer> {
  if (connection !== undefined) return serverFor('server', connection);
  const embedded = await startEmbedded({ dataFolder, mayTie, log });
  return serverFor('embedded', embedded.connection, () => embedded.close());
}

async function migrateMortally(server: PostgresServer, dieAfter: number): Promise<void> {
  const pool = createPool(server.connection, log);
  await migrate(mortal(pool, { statementsLeft: dieAfter }), await readMigrations());
  await pool.close();
  await server.close();
  say({ event: 'migrated' });
  process.disconnect();
}

function mortal(postgres: Postgres, life: { statementsLeft: number }): Postgres {
  return {
    async query<Row>(statement: string, values?: readonly unknown[]) {
      const rows = await postgres.query<Row>(statement, values);
      life.statementsLeft -= 1;
      if (life.statementsLeft === 0) process.kill(process.pid, 'SIGKILL');
      return rows;
    },
    transaction: (work) => postgres.transaction((tx) => work(mortal(tx, life))),
  };
}

async function obey(engine: Postgres & { close(): Promise<void> }, command: ChildCommand): Promise<void> {
  switch (command.do) {
    case 'query':
      return say({ event: 'rows', rows: await engine.query(command.statement) });
    case 'insertForever':
      for (let number = 1; ; number += 1) {
        await engine.query(command.statement);
        await sayForSure({ event: 'inserted', number });
      }
    case 'close':
      await engine.close();
      say({ event: 'closed' });
      return process.disconnect();
    case 'leave':
      return process.exit(0);
  }
}

function fail(error: unknown): void {
  say({ event: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.disconnect();
  process.exitCode = 1;
}

const order: ChildOrder = JSON.parse(process.argv[2] ?? '{}');
main(order).catch(fail);
