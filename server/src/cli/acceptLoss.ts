import { acceptLoss, describeDamage } from '../ads/indexHealth.ts';
import type { InsideCommand } from './command.ts';

export const acceptLossCommand: InsideCommand = {
  name: 'index accept-loss',
  usage: 'index accept-loss',
  summary: 'Accept that damaged ads are lost, where there is no backup to restore.',
  details: `It deletes the damaged data that doctor reports, for good, so that what is left counts as whole. Restore a backup instead if there
is one. Import the lost ads again before or after it.`,
  needsInstance: true,
  check: (args) => (args.length === 0 ? null : 'index accept-loss takes no arguments.'),
  run: async ({ clickhouse, db, index }, _args, print) => {
    const accepted = await index.catalog.betweenRecordings(() => acceptLoss({ clickhouse, db }));
    for (const damage of accepted) print(describeDamage(damage));
    print(accepted.length === 0 ? 'Nothing is damaged.' : 'Accepted; the damaged data was deleted.');
    return 0;
  },
};
