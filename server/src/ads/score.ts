import { type Ad, type ScoreParts, scoreWeights } from '@magpie/contract';

/** Scores from 0 to 100 with their parts. An unknown part is omitted and the other weights are scaled up. */

export type Scored = Pick<Ad, 'performanceScore' | 'scoreParts'>;

export function scoreOfAd(daysRunning: number, reach: number | null, engagement: number | null): Scored {
  return combine({
    longevity: scoreLongevity(daysRunning),
    reach: scoreReach(reach),
    engagement: engagement === null ? null : Math.min(1, Math.log10(1 + engagement) / 5),
    variants: null,
  });
}

export function scoreOfText(daysRunning: number, totalReach: number, adCount: number): Scored {
  return combine({
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

function combine(parts: ScoreParts): Scored {
  let sum = 0;
  let weights = 0;
  for (const name of ['longevity', 'reach', 'engagement', 'variants'] as const) {
    const part = parts[name];
    if (part === null) continue;
    sum += part * scoreWeights[name];
    weights += scoreWeights[name];
  }
  const performanceScore = weights === 0 ? 0 : Math.round((sum / weights) * 10_000) / 100;
  return { performanceScore, scoreParts: parts };
}
