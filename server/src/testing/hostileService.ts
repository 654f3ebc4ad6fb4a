import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { Config } from '../config/config.ts';
import { connectionsLeftInTransaction } from './activity.sql.ts';
import type { PostgresLane } from './postgres.ts';
import { startService, type TestService } from './service.ts';
import { wireTo, type Wire } from './http.ts';

/** A service for hostile requests, with checks of its state afterwards. */
export interface HostileTestService {
  readonly service: TestService;
  readonly wire: Wire;
  /** Problems so far besides wrong responses. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startHostileTestService(
  lane: PostgresLane,
  changes: Partial<Config> = {},
  clickhouse?: ClickHouseEngine,
): Promise<HostileTestService> {
  const unhandled: string[] = [];
  const note = (error: unknown): void => void unhandled.push(`Unhandled: ${String(error)}`);
  process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note);
  const service = await startService(lane, { authFailureLimit: 1_000_000, ...changes }, clickhouse);
  const wire = wireTo(service.address);
  return {
    service,
    wire,
    problems: async () => [
      ...unhandled,
      ...loggedFailures(service),
      ...pollution(),
      ...(await engineTrouble(service)),
    ],
    close: async () => {
      wire.close();
      await service.close();
      await clickhouse?.close();
      process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note);
    },
  };
}

function loggedFailures(service: TestService): string[] {
  const lines = service.logged().trimEnd().split('\n');
  return lines.filter((line) => {
    const { level, status = 0 } = JSON.parse(line) as { level: string; status?: number };
    return level === 'error' || level === 'fatal' || (status >= 500 && status !== 504);
  });
}

/** Detects prototype pollution. */
function pollution(): string[] {
  const names: string[] = [];
  for (const name in {}) names.push(`Every object has a property ${name}.`);
  return names;
}

async function engineTrouble({ db, owner }: TestService): Promise<string[]> {
  const stuck = await connectionsLeftInTransaction(db);
  const { status } = await owner.get('boards.list');
  return [
    ...(stuck === 0 ? [] : [`${stuck} connections were left in a transaction.`]),
    ...(status === 200 ? [] : [`boards.list answers ${status}.`]),
  ];
}
