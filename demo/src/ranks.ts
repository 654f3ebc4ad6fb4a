import type { Random } from './random.ts';

/**
 * Assigns ads to advertisers, which are ranked by size from 0. The shares follow a power law with a flattened head: the
 * largest has about four percent of 20,000 ads and three percent of a million.
 */

const steepness = 0.3;
const flatness = 12;
/** Advertisers at the start; after that, every fiftieth ad is the first of a new one. */
const founders = 40;
const adsPerAdvertiser = 50;

/** The power law, summed from infinity down to a rank. */
function tail(rank: number): number {
  return (rank + flatness) ** -steepness;
}

function advertisersAt(number: number): number {
  return Math.max(founders, Math.floor(number / adsPerAdvertiser) + 1);
}

/** Depends on the ads before, not on those that come after: a larger set begins with the smaller one. */
export function pickRank(number: number, random: Random): number {
  if (number < founders) return number;
  const newest = number / adsPerAdvertiser;
  if (newest >= founders && Number.isInteger(newest)) return newest;
  const advertisers = advertisersAt(number);
  const height = tail(0) - random.next() * (tail(0) - tail(advertisers));
  return Math.min(advertisers - 1, Math.floor(height ** (-1 / steepness) - flatness));
}

/** About how many of the ads before this number are by this advertiser, at least one. */
export function adsSoFar(rank: number, number: number): number {
  const share = (tail(rank) - tail(rank + 1)) / (tail(0) - tail(advertisersAt(number)));
  return Math.max(1, share * number);
}
