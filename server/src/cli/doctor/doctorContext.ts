import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { Config } from '../../config/config.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import type { Verdict } from './finding.ts';

/** An engine that is open; or why it is not: it failed, or there was no way to open it. */
export type Opened<Engine> =
  | { readonly engine: Engine }
  | { readonly failure: unknown }
  | { readonly unopened: Verdict };

/** What is looked at. */
export interface DoctorContext {
  readonly config: Config;
  /** Whether this process is the server. */
  readonly isServer: boolean;
  /** Why the data folder could not be opened; null when it is, or is not there yet. */
  readonly folderTrouble: Error | null;
  readonly postgres: Opened<PostgresEngine>;
  readonly clickhouse: Opened<ClickHouseEngine>;
}
