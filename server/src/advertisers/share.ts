/** Zero if the whole is zero. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
