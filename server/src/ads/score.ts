import { type Ad, type ScoreParts, scoreWeights } from '@magpie/contract';

/** Scores from 0 to 100 with their parts. An unknown part adds nothing, so that it cannot raise a score, and lowers the confidence. */

export type Scored = Pick<Ad, 'performanceScore' | 'scoreParts' | 'confidence'>;

export function scoreOfAd(daysRunning: number, reach: number | null, engagement: number | null): Scored {
  return scoreOfParts({
    longevity: scoreLongevity(daysRunning),
    reach: scoreReach(reach),
    engagement: engagement === null ? null : Math.min(1, Math.log10(1 + engagement) / 5),
    variants: null,
  });
}

export function scoreOfText(daysRunning: number, totalReach: number, adCount: number): Scored {
  return scoreOfParts({
    longevity: scoreLongevity(daysRunning),
    reach: scoreReach(totalReach),
    engagement: null,
    variants: 1 - Math.exp((1 - adCount) / 5),
  });
}

function scoreLongevity(daysRunning: number): number {
  return 1 - Math.exp(-daysRunning / 30);
}

function scoreReach(reach: number | null): number | null {
  return reach === null || reach === 0 ? null : Math.min(1, Math.log10(1 + reach) / 7);
}

const partNames = ['longevity', 'reach', 'engagement', 'variants'] as const;

export function scoreOfParts(scoreParts: ScoreParts): Scored {
  let [sum, weights] = [0, 0];
  for (const name of partNames) {
    const part = scoreParts[name];
    if (part === null) continue;
    sum += part * scoreWeights[name];
    weights += scoreWeights[name];
  }
  // Sums of weights are not exact in floating point.
  const confidence = Math.round(weights * 100) / 100;
  return { performanceScore: Math.round(sum * 10_000) / 100, scoreParts, confidence };
}
