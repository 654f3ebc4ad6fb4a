const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** Such as `February 3, 2026`. */
export function longDate(time: string): string {
  return format.format(new Date(time));
}
