/** What `Retry-After` says, in seconds: a whole number, of some proxies a date, and given twice a list; null for anything else. */
export function retryAfterSeconds(
  header: string | null | undefined,
  now: number = Date.now(),
): number | null {
  const text = header?.trim() ?? '';
  const [, seconds] = /^(\d+)\s*(?:,|$)/.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds);
  // Other texts would be taken for dates too: 1.5 for one of 2001.
  const date = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max((date - now) / 1000, 0);
}
