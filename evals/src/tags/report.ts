import { formatPercent, printReport } from '../qualityTable.ts';
import { adTypeAccuracy, heldOut, judgeAd, measureTags, tuning } from './measure.ts';

printReport({
  tuning,
  heldOut,
  describe: (ads) => `${ads.length} texts; ad type right for ${formatPercent(adTypeAccuracy(ads))}`,
  columns: ['Category', 'Labelled', 'Assigned', 'Precision', 'Recall'],
  measure: measureTags,
  listErrors: (ad) => {
    const wrong = judgeAd(ad).filter(({ labelled, assigned }) => labelled !== assigned);
    return [ad.text, ...wrong.map(({ shortText, assigned }) => `  ${assigned ? '+' : '-'} ${shortText}`)];
  },
});
