import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { Config } from '../../config/config.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';

export interface CheckResult {
  readonly state: 'ok' | 'warning' | 'problem';
  readonly says: string;
  /** How to fix it, in one sentence; null if there is nothing to fix. */
  readonly mend: string | null;
}

export interface Finding extends CheckResult {
  /** The name of the check, such as `PostgreSQL`. */
  readonly check: string;
}

/** An open engine, or the result of the check that reports why it is not open. */
export type Opened<Engine> = { readonly engine: Engine } | { readonly result: CheckResult };

/** The input of all checks. */
export interface DoctorContext {
  readonly config: Config;
  /** Whether this process is the server. */
  readonly isServer: boolean;
  /** Why the data folder could not be opened; null if it is open or does not exist yet. */
  readonly folderProblem: CheckResult | null;
  readonly postgres: Opened<PostgresEngine>;
  readonly clickhouse: Opened<ClickHouseEngine>;
}

export interface Check {
  readonly name: string;
  /** Null: the check does not apply. */
  readonly run: (context: DoctorContext) => CheckResult | null | Promise<CheckResult | null>;
}

export const ok = (says: string): CheckResult => ({ state: 'ok', says, mend: null });
export const warning = (says: string, mend: string): CheckResult => ({ state: 'warning', says, mend });
export const problem = (says: string, mend: string): CheckResult => ({ state: 'problem', says, mend });

export function problemFromError(error: unknown, mend: string): CheckResult {
  const message = errorMessage(error);
  return problem(/[.!?]$/.test(message) ? message : `${message}.`, mend);
}

/** For errors of `fetch`, the message of the cause. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as NodeJS.ErrnoException;
  if (cause !== undefined && error instanceof TypeError) return errorMessage(cause);
  return error.message === '' ? (code ?? 'no reason given') : error.message;
}

const timeoutSeconds = 30;

export async function withTimeout<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`No response within ${timeoutSeconds} seconds.`);
    timer = setTimeout(() => reject(error), timeoutSeconds * 1000);
  });
  try {
    return await Promise.race([run(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export const succeeds = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );
