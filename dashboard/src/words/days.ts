const dayLength = 86_400_000;

/** Today where the server counts days. */
export function todayInUtc(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** So many days later, or earlier where they are less than none. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}
