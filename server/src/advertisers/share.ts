/** Which part of the whole it is; of nothing none. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
