import type { ScoreParts } from '../api/types.ts';

const scorePartNames = {
  longevity: 'How long it runs',
  reach: 'Reach',
  engagement: 'Engagement',
  variants: 'Reuse of the text',
} as const;

const weights: Readonly<Record<keyof ScoreParts, number>> = {
  longevity: 0.45,
  reach: 0.35,
  engagement: 0.2,
  variants: 0.2,
};

interface ScoreLine {
  readonly name: string;
  /** 0 to 1; null when not known and left out. */
  readonly value: number | null;
  /** What it gives of the 100 points. */
  readonly points: number;
  /** The most it could give. */
  readonly most: number;
}

/** The sum that a score is, line by line: the weights are spread over the parts that are known. */
export function explainScore(parts: ScoreParts): readonly ScoreLine[] {
  const names = Object.keys(scorePartNames) as readonly (keyof ScoreParts)[];
  // A text has variants where an ad has engagement: the one that does not apply is not spoken of.
  const shown = names.filter((name) => parts[name] !== null || name === 'longevity' || name === 'reach');
  const total = shown.reduce((sum, name) => sum + (parts[name] === null ? 0 : weights[name]), 0);
  return shown.map((name) => {
    const value = parts[name];
    const most = value === null ? 0 : (100 * weights[name]) / total;
    return { name: scorePartNames[name], value, points: (value ?? 0) * most, most };
  });
}
