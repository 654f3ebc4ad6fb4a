import { adTypeAccuracy, judgementsOf, measuresOf } from './measure.ts';
import { heldOut, tuning, type LabelledAd } from './sample.ts';

/**
 * Prints precision and recall of the cues on the labelled sample: `node evals/dist/tags/report.js`.
 * With `errors`, also prints the errors on the tuning half.
 */
const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`);

function table(title: string, ads: readonly LabelledAd[]): string {
  const rows = measuresOf(ads).map(
    ({ category, labelled, assigned, precision, recall }) =>
      `| ${category} | ${labelled} | ${assigned} | ${percent(precision)} | ${percent(recall)} |`,
  );
  return [
    `${title}: ${ads.length} texts; ad type right for ${percent(adTypeAccuracy(ads))}`,
    '',
    '| Category | Labelled | Assigned | Precision | Recall |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function errorsOf(ad: LabelledAd): string {
  const wrong = judgementsOf(ad).filter(({ labelled, assigned }) => labelled !== assigned);
  return [ad.text, ...wrong.map(({ shortText, assigned }) => `  ${assigned ? '+' : '-'} ${shortText}`)].join(
    '\n',
  );
}

process.stdout.write(`${table('Held out', heldOut)}\n${table('Tuning', tuning)}\n`);
if (process.argv[2] === 'errors') process.stdout.write(`${tuning.map(errorsOf).join('\n')}\n`);
