import { printReport } from '../qualityTable.ts';
import { heldOut, judgeCopy, measureStructure, tuning } from './measure.ts';

printReport({
  tuning,
  heldOut,
  describe: (copies) => `${copies.length} copies`,
  columns: ['Part', 'Labelled', 'Found', 'Precision', 'Recall'],
  measure: measureStructure,
  listErrors: (copy) => {
    const { labelled, found } = judgeCopy(copy);
    return [
      ...labelled.filter(({ isRight }) => !isRight).map(({ part, text }) => `- ${part}: ${text}`),
      ...found.filter(({ isRight }) => !isRight).map(({ part, text }) => `+ ${part}: ${text}`),
    ];
  },
});
