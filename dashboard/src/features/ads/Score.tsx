import { scoreWeights } from '@magpie/contract/limits';
import type { Ad, ScoreParts } from '../../lib/api/types.ts';
import { platformNames } from '../../lib/labels.ts';
import { formatNumber } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import { Tip } from '../../ui/Tip.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.score;

/** Texts have no percentile. */
type ScoreFacts = Pick<Ad, 'performanceScore' | 'scoreParts' | 'confidence'> &
  Partial<Pick<Ad, 'percentile' | 'comparedWith'>>;

interface ScoreProps {
  readonly score: ScoreFacts;
  /** Over a picture, which is dark in both themes. */
  readonly isOnPicture?: boolean;
  readonly className?: string;
}

/** The score and how it compares; the tooltip explains both. */
export function Score({ score, isOnPicture = false, className }: ScoreProps) {
  const { percentile = null } = score;
  return (
    <Tip
      tip={<ScoreExplained score={score} />}
      className={classes(
        'whitespace-nowrap',
        isOnPicture ? (isHigh(score) ? 'text-good-on-picture' : 'text-white') : color(score),
        className,
      )}
    >
      <span className="sr-only">{copy.name} </span>
      <span className="font-semibold">{formatNumber(score.performanceScore)}</span>
      {percentile !== null && <> · {copy.top(topShare(percentile))}</>}
    </Tip>
  );
}

/** The share of comparable ads that are at least as good, in whole percent. */
export function topShare(percentile: number): number {
  return Math.max(1, Math.round(100 - percentile)) / 100;
}

function isHigh({ percentile = null }: ScoreFacts): boolean {
  return percentile !== null && percentile >= 90;
}

function color(score: ScoreFacts): string {
  if (isHigh(score)) return 'text-good';
  return (score.percentile ?? 100) < 50 ? 'text-quiet' : 'text-ink';
}

function ScoreExplained({ score }: { readonly score: ScoreFacts }) {
  return (
    <div className="flex flex-col gap-1.5">
      <table className="-mx-2 border-separate border-spacing-x-2 border-spacing-y-0.5">
        <caption className="px-2 pb-1 text-left">{copy.breakdown}</caption>
        <tbody>
          {explainScore(score.scoreParts).map(({ name, value, points, max }) => (
            <tr key={name}>
              <th scope="row" className="text-left font-normal">
                {name}
              </th>
              <td className="text-right tabular-nums">
                {value === null ? copy.unknownOf(max) : copy.exactPoints(points, max)}
              </td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className="text-left">
              {copy.name}
            </th>
            <td className="text-right tabular-nums">{copy.total(score.performanceScore)}</td>
          </tr>
        </tbody>
      </table>
      <p className="max-w-56">{explainConfidence(score)}</p>
      {score.comparedWith !== undefined && <p className="max-w-56">{explainRank(score)}</p>}
    </div>
  );
}

export function explainConfidence({ performanceScore, confidence }: ScoreFacts): string {
  return confidence >= 1
    ? copy.isCertain
    : copy.confidence(confidence, performanceScore + 100 * (1 - confidence));
}

export function explainRank(score: ScoreFacts): string {
  const { comparedWith = null, percentile = null } = score;
  if (comparedWith === null || percentile === null) return copy.notCompared;
  const { platform, minAge, maxAge, ads } = comparedWith;
  return copy.rank(topShare(percentile), ads, platformNames[platform], minAge, maxAge);
}

/** The parts of a score: a value from 0 to 1, null if unknown, and its share of the 100 points. */
export function explainScore(parts: ScoreParts) {
  // A text has variants, which are always known, where an ad has engagement.
  const last = parts.variants === null ? 'engagement' : 'variants';
  return (['longevity', 'reach', last] as const).map((name) => {
    const value = parts[name];
    const max = 100 * scoreWeights[name];
    return { name: copy.parts[name], value, points: (value ?? 0) * max, max };
  });
}
