import type { AdMomentum } from '@magpie/contract';

/** With fewer, one more ad would change the median by more than it is worth. */
export const minUsualAds = 5;

interface AdReach {
  readonly reachPerDay: number;
  readonly isEstimated: boolean;
}

/** As the statement of `usualReach.sql.ts`. */
export function describeUsualReach(ads: readonly AdReach[]): AdMomentum['usual'] {
  if (ads.length < minUsualAds) return null;
  const sorted = ads.map(({ reachPerDay }) => reachPerDay).toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [lower, upper] = [sorted[Math.floor(middle)] ?? 0, sorted[Math.ceil(middle)] ?? 0];
  return {
    reachPerDay: lower + (upper - lower) * (middle - Math.floor(middle)),
    ads: ads.length,
    kind: ads.some(({ isEstimated }) => isEstimated) ? 'estimated' : 'measured',
  };
}
