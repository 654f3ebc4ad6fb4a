import { scoreWeights } from '@magpie/contract/limits';
import type { ScoreParts } from '../../lib/api/types.ts';

const scorePartNames = {
  longevity: 'Longevity',
  reach: 'Reach',
  engagement: 'Engagement',
  variants: 'Text reuse',
} as const;

interface ScoreLine {
  readonly name: string;
  /** 0 to 1; null if unknown and left out. */
  readonly value: number | null;
  /** Its share of the 100 points. */
  readonly points: number;
  /** Its maximum points. */
  readonly max: number;
}

/** The breakdown of a score: weights are spread over the known parts. */
export function explainScore(parts: ScoreParts): readonly ScoreLine[] {
  const names = Object.keys(scorePartNames) as readonly (keyof ScoreParts)[];
  // A text has variants where an ad has engagement; the part that does not apply is left out.
  const shown = names.filter((name) => parts[name] !== null || name === 'longevity' || name === 'reach');
  const total = shown.reduce((sum, name) => sum + (parts[name] === null ? 0 : scoreWeights[name]), 0);
  return shown.map((name) => {
    const value = parts[name];
    const max = value === null ? 0 : (100 * scoreWeights[name]) / total;
    return { name: scorePartNames[name], value, points: (value ?? 0) * max, max };
  });
}
