const dayLength = 86_400_000;

/** Today in UTC, like on the server. */
export function todayInUtc(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}
