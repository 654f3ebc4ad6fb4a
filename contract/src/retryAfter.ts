/** The longest timeout of a timer; a longer one would fire at once. */
const longestTimerSeconds = 2_147_483;

/** Parses `Retry-After` (seconds, a date, or a list if the header is repeated) to seconds, capped to the longest timer; null for anything else. */
export function retryAfterSeconds(
  header: string | null | undefined,
  now: number = Date.now(),
): number | null {
  const text = header?.trim() ?? '';
  const [, seconds] = /^(\d+)\s*(?:,|$)/.exec(text) ?? [];
  if (seconds !== undefined) return Math.min(Number(seconds), longestTimerSeconds);
  // `Date.parse` also accepts other text: `1.5` is a day in 2001.
  const date = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max((date - now) / 1000, 0), longestTimerSeconds);
}
