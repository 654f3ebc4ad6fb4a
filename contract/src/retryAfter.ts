/** What a timer can wait for, in seconds; a longer one would end at once. */
const longestTimerSeconds = 2_147_483;

/** What `Retry-After` says, in seconds, at most what a timer can wait for: a whole number, of some proxies a date, and given twice a list; null for anything else. */
export function retryAfterSeconds(
  header: string | null | undefined,
  now: number = Date.now(),
): number | null {
  const text = header?.trim() ?? '';
  const [, seconds] = /^(\d+)\s*(?:,|$)/.exec(text) ?? [];
  if (seconds !== undefined) return Math.min(Number(seconds), longestTimerSeconds);
  // Other texts would be taken for dates too: 1.5 for one of 2001.
  const date = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max((date - now) / 1000, 0), longestTimerSeconds);
}
