const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A point in time as a day for people to read: `February 3, 2026`. */
export function longDate(time: string): string {
  return format.format(new Date(time));
}
