import { formatPercent, formatQuality } from '../qualityTable.ts';
import { adTypeAccuracy, judgeAd, measureTags } from './measure.ts';
import { heldOut, tuning, type LabelledAd } from './sample.ts';

/**
 * Prints precision and recall of the cues on the labelled sample: `node evals/dist/tags/report.js`.
 * With `errors`, also prints the errors on the tuning half.
 */
function formatSet(name: string, ads: readonly LabelledAd[]): string {
  const title = `${name}: ${ads.length} texts; ad type right for ${formatPercent(adTypeAccuracy(ads))}`;
  return formatQuality(title, ['Category', 'Labelled', 'Assigned', 'Precision', 'Recall'], measureTags(ads));
}

function listErrors(ad: LabelledAd): string[] {
  const wrong = judgeAd(ad).filter(({ labelled, assigned }) => labelled !== assigned);
  return [ad.text, ...wrong.map(({ shortText, assigned }) => `  ${assigned ? '+' : '-'} ${shortText}`)];
}

process.stdout.write(formatSet('Held out', heldOut) + formatSet('Tuning', tuning));
if (process.argv[2] === 'errors') process.stdout.write(`${tuning.flatMap(listErrors).join('\n')}\n`);
