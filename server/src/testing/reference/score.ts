import type { ScoreParts } from '@magpie/contract';

/** The performance score of a text, by the formula in the docs. */
export function scoreOfText(
  daysRunning: number,
  totalReach: number,
  adCount: number,
): { performanceScore: number; scoreParts: ScoreParts; confidence: number } {
  const longevity = 1 - Math.exp(-daysRunning / 30);
  const reach = totalReach === 0 ? null : Math.min(1, Math.log10(1 + totalReach) / 7);
  const variants = 1 - Math.exp(-(adCount - 1) / 5);
  const points = 0.45 * longevity + 0.35 * (reach ?? 0) + 0.2 * variants;
  return {
    performanceScore: Number((100 * points).toFixed(2)),
    scoreParts: { longevity, reach, engagement: null, variants },
    confidence: reach === null ? 0.65 : 1,
  };
}
