import { formatPercent } from '../qualityTable.ts';
import { measurePictures } from './measure.ts';

const { recall, recallOf, withinDistance, precision, pictures, pairs } = await measurePictures(100);
const rows = Object.entries(recallOf).map(([name, found]) => `| ${name} | ${formatPercent(found)} |`);

process.stdout.write(
  `${[
    `Pictures: ${pictures} drawn ones, each compared with ${pairs / pictures} transformations of itself and of all others`,
    '',
    '| Transformation | Found |',
    '|---|---:|',
    ...rows,
    '',
    `Recall ${formatPercent(recall)}, precision ${formatPercent(precision)}.`,
    `${Math.round(withinDistance * pairs)} of ${pairs} pairs differ by few enough bits, of which ${Math.round((withinDistance - recall) * pairs)} have no band in common.`,
    '',
  ].join('\n')}\n`,
);
