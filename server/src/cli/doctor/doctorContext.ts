import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { Config } from '../../config/config.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import type { CheckResult } from './finding.ts';

/** An open engine, or the reason why it is not open: an error, or a result without an attempt. */
export type Opened<Engine> =
  | { readonly engine: Engine }
  | { readonly failure: unknown }
  | { readonly unopened: CheckResult };

/** The input of all checks. */
export interface DoctorContext {
  readonly config: Config;
  /** Whether this process is the server. */
  readonly isServer: boolean;
  /** Why the data folder could not be opened; null if it is open or does not exist yet. */
  readonly folderError: Error | null;
  readonly postgres: Opened<PostgresEngine>;
  readonly clickhouse: Opened<ClickHouseEngine>;
}
