import { formatPercent } from '../qualityTable.ts';
import { detect, isLongEnough, labelledTexts, measureLanguages } from './measure.ts';

const long = labelledTexts.filter(isLongEnough);
const rows = measureLanguages(long).map(
  ({ name, labelled, found, precision, recall }) =>
    `| ${name} | ${labelled} | ${found} | ${formatPercent(precision)} | ${formatPercent(recall)} |`,
);
const wrong = labelledTexts.filter((text) => detect(text) !== text.language);
const errors = wrong.map((text) => `${text.language}, found ${detect(text) ?? 'unknown'}: ${text.text}`);
process.stdout.write(
  `${[
    `Languages: ${long.length} texts of 40 characters and more; ${labelledTexts.length - long.length} shorter ones`,
    '',
    '| Language | Labelled | Detected | Precision | Recall |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...(process.argv[2] === 'errors' ? errors : []),
  ].join('\n')}\n`,
);
