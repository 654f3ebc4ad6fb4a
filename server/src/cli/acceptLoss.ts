import { acceptLoss, describeDamage } from '../ads/indexHealth.ts';
import type { EngineCommand } from './command.ts';

export const acceptLossCommand: EngineCommand = {
  name: 'index accept-loss',
  usage: 'index accept-loss',
  summary: 'Delete damaged ads for good if there is no backup to restore.',
  details: `Deletes the damaged data that doctor reports and marks the index as healthy. If you have a backup, restore it instead.
You can import the lost ads again before or after.`,
  needsInstance: true,
  check: (args) => (args.length === 0 ? null : 'index accept-loss takes no arguments.'),
  run: async ({ clickhouse, db, index }, _args, print) => {
    const accepted = await index.catalog.withWriteLock(() => acceptLoss({ clickhouse, db }));
    for (const damage of accepted) print(describeDamage(damage));
    print(accepted.length === 0 ? 'Nothing is damaged.' : 'Deleted the damaged data.');
    return 0;
  },
};
