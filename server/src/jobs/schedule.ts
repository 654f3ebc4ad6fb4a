import { deleteDeadKeys } from '../accounts/apiKeys.sql.ts';
import { deleteExpiredKeys } from '../kernel/idempotency.sql.ts';
import type { Logger } from '../kernel/log.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import type { ScheduledJob } from './jobs.ts';

/** Everything that Magpie does by the clock. */
export function jobSchedule(db: Postgres, log: Logger): readonly ScheduledJob[] {
  return [
    {
      name: 'housekeeping',
      cron: '*/10 * * * *',
      run: async () => {
        const apiKeys = await deleteDeadKeys(db);
        const idempotencyKeys = await deleteExpiredKeys(db);
        if (apiKeys + idempotencyKeys > 0) log.info({ apiKeys, idempotencyKeys }, 'deleted what had expired');
      },
    },
  ];
}
