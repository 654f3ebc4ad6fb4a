/**
 * The sum of an integer column; null counts as zero. Floating point does not overflow and is exact up to the largest
 * number that the API returns.
 */
export function sumOf(column: string): string {
  return `sum(toFloat64(ifNull(${column}, 0)))`;
}

/** The sum for responses, limited to what JSON represents exactly. */
export function clippedSum(column: string): string {
  return `least(${sumOf(column)}, ${Number.MAX_SAFE_INTEGER}.0)`;
}
