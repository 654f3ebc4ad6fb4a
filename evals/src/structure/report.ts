import { formatQuality } from '../qualityTable.ts';
import { judgeCopy, measureStructure } from './measure.ts';
import { heldOut, tuning, type LabelledCopy } from './sample.ts';

/**
 * Prints precision and recall of the copy structure on the labelled sample: `npm run structure:report`.
 * With `-- errors`, also prints the errors on the tuning half.
 */
function formatSet(name: string, copies: readonly LabelledCopy[]): string {
  const columns = ['Part', 'Labelled', 'Found', 'Precision', 'Recall'];
  return formatQuality(`${name}: ${copies.length} copies`, columns, measureStructure(copies));
}

function listErrors(copy: LabelledCopy): string[] {
  const { labelled, found } = judgeCopy(copy);
  return [
    ...labelled.filter(({ isRight }) => !isRight).map(({ part, text }) => `- ${part}: ${text}`),
    ...found.filter(({ isRight }) => !isRight).map(({ part, text }) => `+ ${part}: ${text}`),
  ];
}

process.stdout.write(formatSet('Held out', heldOut) + formatSet('Tuning', tuning));
if (process.argv[2] === 'errors') process.stdout.write(`${tuning.flatMap(listErrors).join('\n')}\n`);
