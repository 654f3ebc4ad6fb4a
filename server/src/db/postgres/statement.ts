import type pg from 'pg';
import { engineSeconds } from '../../config/metrics.ts';

/** `queryMode` is missing from the package's types. */
interface ExtendedQuery extends pg.QueryConfig<unknown[]> {
  readonly queryMode: 'extended';
}

interface Answer<Row> {
  readonly rows: Row[];
  /** What the server did, which is not always what it was told: `COMMIT` can answer `ROLLBACK`. */
  readonly command: string;
}

const postgresSeconds = engineSeconds.labels('postgres');

export async function execute<Row>(
  client: pg.ClientBase,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Answer<Row>> {
  // The extended protocol takes exactly one statement: nothing can be smuggled in behind a semicolon.
  const query: ExtendedQuery = { text: statement, values: [...values], queryMode: 'extended' };
  const finished = postgresSeconds.startTimer();
  try {
    const { rows, command } = await client.query<Row & pg.QueryResultRow>(query);
    return { rows, command };
  } finally {
    finished();
  }
}
