import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { createDatabase } from './postgres.sql.ts';
import { runOn, templateDatabase } from './postgresLane.ts';

/**
 * Suites run on one PostgreSQL. Each statement that they execute is also prepared on the others, so that a function or
 * a type that only one version has fails the file that uses it.
 */
interface Recorder {
  readonly recorded: Set<string>;
  readonly prepared: Set<string>;
  readonly others: Client[];
}

/** One for each process: a process runs many test files. */
const shared = globalThis as { preparedStatements?: Recorder };
const recorder = (shared.preparedStatements ??= startRecording());

afterAll(async () => {
  const statements = [...recorder.recorded].filter((statement) => !recorder.prepared.has(statement));
  for (const statement of statements) recorder.prepared.add(statement);
  const failures = await prepareOnOthers(statements);
  if (failures.length > 0)
    throw new Error(`Statements that another PostgreSQL refuses:\n${failures.join('\n')}`);
});

/** Returns what cannot be prepared, with the reason. */
export async function prepareOnOthers(statements: readonly string[]): Promise<string[]> {
  if (statements.length === 0) return [];
  if (recorder.others.length === 0) recorder.others.push(...(await connectToOthers()));
  const failures: string[] = [];
  for (const statement of statements) {
    for (const client of recorder.others) {
      const failure = await prepare(client, statement);
      if (failure !== null) failures.push(`${failure}: ${statement}`);
    }
  }
  return failures;
}

function startRecording(): Recorder {
  const recorded = new Set<string>();
  const query = Reflect.get(Client.prototype, 'query') as (this: Client, ...values: unknown[]) => unknown;
  Object.assign(Client.prototype, {
    query(this: Client, ...values: unknown[]): unknown {
      const [first] = values;
      const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first;
      if (typeof text === 'string' && canBePrepared(text)) recorded.add(text);
      return query.apply(this, values);
    },
  });
  return { recorded, prepared: new Set(), others: [] };
}

/** Other commands cannot be prepared. */
function canBePrepared(statement: string): boolean {
  return /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\s/i.test(statement);
}

async function connectToOthers(): Promise<Client[]> {
  const others = inject('postgresLanes').slice(1);
  const connected = others.map(async ({ connection }) => {
    if (connection === null) return [];
    const database = `prepare_${randomBytes(8).toString('hex')}`;
    await runOn(connection, createDatabase(database, templateDatabase));
    const client = new Client({ ...connection, database });
    await client.connect();
    return [client];
  });
  return (await Promise.all(connected)).flat();
}

/** Tables and schemas that a test or the job queue creates exist on the database of the test only. */
const notCreated = new Set(['42P01', '3F000']);

async function prepare(client: Client, statement: string): Promise<string | null> {
  try {
    await client.query('DEALLOCATE ALL');
    await client.query(`PREPARE recorded AS ${statement}`);
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code !== undefined && notCreated.has(code) ? null : message;
  }
}
