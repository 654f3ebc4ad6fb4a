import { printReport } from '../qualityTable.ts';
import { countRead, heldOut, listErrors, measureTables, tuning } from './measure.ts';

printReport({
  tuning,
  heldOut,
  describe: (tables) => {
    const { ads, read, others, refused } = countRead(tables);
    return `${read} of ${ads} tables of ads read, ${refused} of ${others} other tables refused`;
  },
  columns: ['Field', 'Columns', 'Found', 'Precision', 'Recall'],
  measure: measureTables,
  listErrors,
});
