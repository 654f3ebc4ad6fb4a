import type pg from 'pg';
import { engineSeconds } from '../../config/metrics.ts';

/** The pool or one of its transactions: the first parameter of every function in a `*.sql.ts` file. */
export interface Postgres {
  query<Row>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Commits when the work resolves and rolls back when it rejects. Inside a transaction: a savepoint. */
  transaction<T>(work: (tx: Postgres) => Promise<T>): Promise<T>;
}

/** `queryMode` is missing from the package's types. */
interface ExtendedQuery extends pg.QueryConfig<unknown[]> {
  readonly queryMode: 'extended';
}

interface StatementResult<Row> {
  readonly rows: Row[];
  /** The command tag. `COMMIT` of a failed transaction returns `ROLLBACK`. */
  readonly command: string;
}

const postgresSeconds = engineSeconds.labels('postgres');

export async function execute<Row>(
  client: pg.ClientBase,
  statement: string,
  values: readonly unknown[] = [],
): Promise<StatementResult<Row>> {
  // The extended protocol accepts exactly one statement, so nothing can be injected after a semicolon.
  const query: ExtendedQuery = { text: statement, values: [...values], queryMode: 'extended' };
  const finished = postgresSeconds.startTimer();
  try {
    const { rows, command } = await client.query<Row & pg.QueryResultRow>(query);
    return { rows, command };
  } finally {
    finished();
  }
}
