import type pg from 'pg';
import { isUnavailable } from './failures.ts';
import * as sql from './session.sql.ts';
import { execute, type Postgres } from './statement.ts';

type Work<T> = (tx: Postgres) => Promise<T>;

export async function inTransaction<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await execute(client, sql.begin);
    const result = await inScope(client, 0, work);
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    // A connection that is lost or cannot roll back is destroyed; the server then rolls back.
    client.release(isUnavailable(error) || !(await rollback(client)));
    throw error;
  }
}

async function rollback(client: pg.PoolClient): Promise<boolean> {
  try {
    await execute(client, sql.rollback);
    return true;
  } catch {
    return false;
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await execute(client, sql.commit);
  // After a failed statement COMMIT rolls back without an error: the caller would assume that its work was saved.
  if (command !== 'COMMIT') {
    throw new Error(
      'The transaction was rolled back: a statement in it failed and its error was not rethrown.',
    );
  }
}

async function inSavepoint<T>(client: pg.PoolClient, depth: number, work: Work<T>): Promise<T> {
  await execute(client, sql.savepoint(depth));
  try {
    const result = await inScope(client, depth, work);
    await execute(client, sql.releaseSavepoint(depth));
    return result;
  } catch (error) {
    await execute(client, sql.rollbackToSavepoint(depth));
    throw error;
  }
}

/** Runs the work, then waits for statements that were not awaited, and rejects later ones. */
async function inScope<T>(client: pg.PoolClient, depth: number, work: Work<T>): Promise<T> {
  const scope = new Scope(client, depth);
  try {
    return await work(scope);
  } finally {
    await scope.end();
  }
}

/**
 * One transaction, or one savepoint in it, on one connection. Concurrent statements run one after another. While
 * a savepoint is open only its own scope may be used: a statement of the outer scope would run inside the
 * savepoint and be rolled back with it.
 */
class Scope implements Postgres {
  readonly #client: pg.PoolClient;
  readonly #depth: number;
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;
  #savepointOpen = false;

  constructor(client: pg.PoolClient, depth: number) {
    this.#client = client;
    this.#depth = depth;
  }

  async query<Row>(statement: string, values?: readonly unknown[]): Promise<Row[]> {
    this.#assertUsable();
    const { rows } = await this.#inTurn(() => execute<Row>(this.#client, statement, values));
    return rows;
  }

  async transaction<T>(work: Work<T>): Promise<T> {
    this.#assertUsable();
    this.#savepointOpen = true;
    return this.#inTurn(async () => {
      try {
        return await inSavepoint(this.#client, this.#depth + 1, work);
      } finally {
        this.#savepointOpen = false;
      }
    });
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#last;
  }

  #assertUsable(): void {
    if (this.#ended) throw new Error('This transaction has ended: await every statement before leaving it.');
    if (this.#savepointOpen) {
      throw new Error('A savepoint is open: use the transaction passed to its callback.');
    }
  }

  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
