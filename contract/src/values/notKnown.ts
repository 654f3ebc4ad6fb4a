/** For texts and tables, where an empty cell or 0 would look like a measurement. */
export const notKnown = 'not known';

/** A sum of reach leaves out unknown values, so a sum of 0 measures nothing. */
export function knownSum(totalReach: number): number | typeof notKnown {
  return totalReach > 0 ? Math.round(totalReach) : notKnown;
}
