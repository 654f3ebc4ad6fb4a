import { printReport } from '../qualityTable.ts';
import { changesHeldOut, changesTuning, judgeHistory, measureChanges } from './measureChanges.ts';
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

process.stdout.write('\nChanges of claims\n\n');
printReport({
  tuning: changesTuning,
  heldOut: changesHeldOut,
  describe: (histories) => {
    const without = histories.filter(({ changes }) => changes.length === 0).length;
    return `${histories.length} histories, ${without} of them without a change`;
  },
  columns: ['Kind', 'Labelled', 'Found', 'Precision', 'Recall'],
  measure: measureChanges,
  listErrors: (history) =>
    judgeHistory(history)
      .filter(({ isLabelled, isFound }) => isLabelled !== isFound)
      .map(
        ({ change, isFound }) =>
          `${isFound ? '+' : '-'} ${change}: ${history.ads.map(({ text }) => text).join(' | ')}`,
      ),
});
