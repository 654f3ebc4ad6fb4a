import { formatPercent } from '../qualityTable.ts';
import { judgeTable, listErrors, measureTables, tables } from './measure.ts';

const judged = tables.map(judgeTable);
const ads = judged.filter(({ isAds }) => isAds);
const others = judged.filter(({ isAds }) => !isAds);
const rows = measureTables(judged).map(
  ({ name, labelled, found, precision, recall }) =>
    `| ${name} | ${labelled} | ${found} | ${formatPercent(precision)} | ${formatPercent(recall)} |`,
);
process.stdout.write(
  `${[
    `Tables: ${ads.filter(({ isAccepted }) => isAccepted).length} of ${ads.length} tables of ads read, ${others.filter(({ isAccepted }) => !isAccepted).length} of ${others.length} other tables refused`,
    '',
    '| Field | Columns | Found | Precision | Recall |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...(process.argv[2] === 'errors' ? judged.flatMap(listErrors) : []),
  ].join('\n')}\n`,
);
