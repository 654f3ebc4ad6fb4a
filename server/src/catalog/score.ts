import type { ScoreParts } from '@magpie/contract';

/**
 * The performance score: 0 to 100, the same for ads, copies and headlines, and told with its parts so that
 * anybody can check it. A part that is not known is left out and the weights of the others count for it.
 */

const weights = { longevity: 0.45, reach: 0.35, third: 0.2 };

export interface Scored {
  readonly performanceScore: number;
  readonly scoreParts: ScoreParts;
}

/** Of one ad: how long it runs, how many it reached, how many responded. */
export function scoreOfAd(daysRunning: number, reach: number | null, engagement: number | null): Scored {
  const parts: ScoreParts = {
    longevity: 1 - Math.exp(-daysRunning / 30),
    reach: reach === null || reach === 0 ? null : Math.min(1, Math.log10(1 + reach) / 7),
    engagement: engagement === null ? null : Math.min(1, Math.log10(1 + engagement) / 5),
    variants: null,
  };
  return { performanceScore: total(parts), scoreParts: parts };
}

function total({ longevity, reach, engagement, variants }: ScoreParts): number {
  const known = [
    { part: longevity, weight: weights.longevity },
    { part: reach, weight: weights.reach },
    { part: engagement ?? variants, weight: weights.third },
  ].flatMap(({ part, weight }) => (part === null ? [] : [{ part, weight }]));
  const sum = known.reduce((all, { part, weight }) => all + part * weight, 0);
  const weight = known.reduce((all, each) => all + each.weight, 0);
  return weight === 0 ? 0 : Math.round((sum / weight) * 10_000) / 100;
}
