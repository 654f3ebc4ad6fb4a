import { judge, measuresOf } from './measure.ts';
import { heldOut, tuning, type LabelledCopy } from './sample.ts';

/**
 * Prints precision and recall of the copy structure on the labelled sample: `npm run structure:report`.
 * With `-- errors`, also prints the errors on the tuning half.
 */
const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`);

function table(title: string, copies: readonly LabelledCopy[]): string {
  const rows = measuresOf(copies).map(
    ({ part, labelled, found, precision, recall }) =>
      `| ${part} | ${labelled} | ${found} | ${percent(precision)} | ${percent(recall)} |`,
  );
  return [
    `${title}: ${copies.length} copies`,
    '',
    '| Part | Labelled | Found | Precision | Recall |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function errorsOf(copy: LabelledCopy): string[] {
  const { labelled, found } = judge(copy);
  return [
    ...labelled.filter(({ isRight }) => !isRight).map(({ part, text }) => `- ${part}: ${text}`),
    ...found.filter(({ isRight }) => !isRight).map(({ part, text }) => `+ ${part}: ${text}`),
  ];
}

process.stdout.write(`${table('Held out', heldOut)}\n${table('Tuning', tuning)}\n`);
if (process.argv[2] === 'errors') process.stdout.write(`${tuning.flatMap(errorsOf).join('\n')}\n`);
