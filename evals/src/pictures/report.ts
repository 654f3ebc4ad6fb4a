import { formatPercent } from '../qualityTable.ts';
import { measureFurtherChanges, measurePictures } from './measure.ts';

const { recall, recallOf, withinDistance, precision, pictures, pairs } = await measurePictures(100);
const toRows = (shares: Readonly<Record<string, number>>): string[] =>
  Object.entries(shares).map(([name, found]) => `| ${name} | ${formatPercent(found)} |`);
const further = await measureFurtherChanges(pictures);

process.stdout.write(
  `${[
    `Pictures: ${pictures} drawn ones, each compared with ${pairs / pictures} transformations of itself and of all others`,
    '',
    '| Transformation | Found |',
    '|---|---:|',
    ...toRows(recallOf),
    '',
    `Recall ${formatPercent(recall)}, precision ${formatPercent(precision)}.`,
    `${Math.round(withinDistance * pairs)} of ${pairs} pairs differ by few enough bits, of which ${Math.round((withinDistance - recall) * pairs)} have no band in common.`,
    '',
    '| Further change, not in the set | Found |',
    '|---|---:|',
    ...toRows(further),
    '',
  ].join('\n')}\n`,
);
