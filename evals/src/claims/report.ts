import { printReport } from '../qualityTable.ts';
import { heldOut, judgeSentence, measureClaims, tuning } from './measure.ts';

printReport({
  tuning,
  heldOut,
  describe: (sentences) => {
    const without = sentences.filter(({ claims }) => claims.length === 0).length;
    return `${sentences.length} sentences, ${without} of them without a claim`;
  },
  columns: ['Kind or language', 'Labelled', 'Found', 'Precision', 'Recall'],
  measure: measureClaims,
  listErrors: (sentence) => {
    const wrong = judgeSentence(sentence).filter(({ isLabelled, isFound }) => isLabelled !== isFound);
    return wrong.map(
      ({ kind, value, isFound }) => `${isFound ? '+' : '-'} ${kind} ${value ?? ''}: ${sentence.text}`,
    );
  },
});
