import { formatPercent } from '../qualityTable.ts';
import { measureWords } from './measure.ts';
import { drawPictures } from './pictures.ts';

const qualities = await measureWords(await drawPictures());
const rows = qualities.map(({ group, pictures, drawn, read, found, seconds }) =>
  [
    '',
    group,
    pictures,
    drawn,
    formatPercent(found / drawn),
    formatPercent(found / read),
    read - found,
    `${(seconds / pictures).toFixed(2)} s`,
    '',
  ]
    .join(' | ')
    .trim(),
);

process.stdout.write(
  `${[
    'Words in pictures that the templates of the studio and the demo draw',
    '',
    '| Pictures | Number | Words drawn | Found | Right of those read | Wrong words | CPU per picture |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n')}\n`,
);
