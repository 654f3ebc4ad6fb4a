import { formatPercent } from '../qualityTable.ts';
import { heldOut, judgePairs, measureFamilies, tuning } from './measure.ts';

const halves = [
  { name: 'held out', ads: heldOut },
  { name: 'tuning', ads: tuning },
];
const rows = halves.map(({ name, ads }) => {
  const { creatives, labelled, found, precision, recall } = measureFamilies(ads);
  return `| ${name} | ${ads.length} | ${creatives} | ${labelled} | ${found} | ${formatPercent(precision)} | ${formatPercent(recall)} |`;
});
const errors = judgePairs(tuning)
  .filter(({ isSame, isFound }) => isSame !== isFound)
  .map(({ one, other, isSame }) => `${isSame ? 'missed' : 'wrong'}: ${one.body}\n  ${other.body}`);

process.stdout.write(
  `${[
    'Creative families: pairs of ads with the same creative',
    '',
    '| Half | Ads | Creatives | Pairs | Found | Precision | Recall |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...(process.argv[2] === 'errors' ? errors : []),
  ].join('\n')}\n`,
);
