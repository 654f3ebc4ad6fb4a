import type { KnownMigrations } from '../../backup/upgrade.ts';
import type { Config } from '../../config/config.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';

export interface CheckResult {
  readonly state: 'ok' | 'warning' | 'problem';
  readonly says: string;
  /** How to fix it, in one sentence; null: as the check says. */
  readonly mend: string | null;
}

/** An open engine, or the result that explains why it is not open. */
export type Opened<Engine> = { readonly engine: Engine } | { readonly result: CheckResult };

export interface DoctorContext {
  readonly config: Config;
  readonly isServer: boolean;
  /** Why the data folder could not be opened; null if it is open or does not exist yet. */
  readonly folderProblem: CheckResult | null;
  readonly postgres: Opened<PostgresEngine>;
  readonly clickhouse: Opened<ClickHouseEngine>;
  readonly known: KnownMigrations;
}

export interface Check {
  readonly name: string;
  /** How to fix a warning, a problem or an exception. */
  readonly mend: string;
  /** Null: the check does not apply. */
  readonly run: (context: DoctorContext) => CheckResult | null | Promise<CheckResult | null>;
}

const result =
  (state: CheckResult['state']) =>
  (says: string, mend: string | null = null): CheckResult => ({ state, says, mend });
export const ok = result('ok');
export const warning = result('warning');
export const problem = result('problem');

export function problemFromError(error: unknown, mend: string | null = null): CheckResult {
  const message = describeError(error);
  return problem(/[.!?]$/.test(message) ? message : `${message}.`, mend);
}

/** For errors of `fetch`, the message of the cause. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as NodeJS.ErrnoException;
  if (cause !== undefined && error instanceof TypeError) return describeError(cause);
  return error.message === '' ? (code ?? 'no reason given') : error.message;
}
