import type pg from 'pg';
import { engineSeconds } from '../../config/metrics.ts';
import { type CustomTypesConfig, types } from 'pg';

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

/** The driver's types have no array OIDs. */
const oids = { int8: 20, date: 1082, textArray: 1009, int8Array: 1016, dateArray: 1182 } as const;

type Parser = (text: string) => unknown;
type TextListParser = (text: string) => (string | null)[];
const driverParser = types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parser;
const textList = (types.getTypeParser as (oid: number) => TextListParser)(oids.textArray);

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(
    `PostgreSQL returned ${text}, which is larger than the largest safe JavaScript integer (2^53-1).`,
  );
}

/**
 * Differences from the driver's defaults: bigint is a number, because ids and counts are numbers on the wire,
 * and a calendar date stays text, because a Date would shift it between time zones.
 */
const overrides = new Map<number, Parser>([
  [oids.int8, wholeNumber],
  [oids.int8Array, (text) => textList(text).map((item) => (item === null ? null : wholeNumber(item)))],
  [oids.date, (text) => text],
  [oids.dateArray, textList],
]);

/** For our pool only: the job queue uses the driver's global table. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : overrides.get(oid)) ?? driverParser(oid, format),
};
