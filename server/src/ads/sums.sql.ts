/**
 * What a column of whole numbers comes to; what is not known adds nothing. Whole numbers would wrap around where a sum is
 * too large for them; as floating point they are exact up to the largest that is told, and stay above it.
 */
export function sumOf(column: string): string {
  return `sum(toFloat64(ifNull(${column}, 0)))`;
}

/** The same, as it is told: never more than JSON carries exactly. */
export function clippedSum(column: string): string {
  return `least(${sumOf(column)}, ${Number.MAX_SAFE_INTEGER}.0)`;
}
