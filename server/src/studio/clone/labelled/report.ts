import { judged, measuresOf } from './measure.ts';
import { heldOut, tuning, type LabelledCopy } from './sample.ts';

/**
 * Prints how well the parts of copies are found on the labelled sample: `npm run structure:report`.
 * With `-- errors` after it, also what went wrong on the half that is for tuning, and only there.
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
  const { labelled, found } = judged(copy);
  return [
    ...labelled.filter(({ isRight }) => !isRight).map(({ part, text }) => `- ${part}: ${text}`),
    ...found.filter(({ isRight }) => !isRight).map(({ part, text }) => `+ ${part}: ${text}`),
  ];
}

process.stdout.write(`${table('Held out', heldOut)}\n${table('Tuning', tuning)}\n`);
if (process.argv[2] === 'errors') process.stdout.write(`${tuning.flatMap(errorsOf).join('\n')}\n`);
