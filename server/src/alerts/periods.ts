export type DigestFrequency = 'daily' | 'weekly';

const digestHour = 7;
const monday = 1;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The most recent due time at or before now: 07:00 UTC, weekly on Mondays. */
export function lastDigest(frequency: DigestFrequency, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), digestHour);
  const daily = new Date(today > now.getTime() ? today - dayMilliseconds : today);
  if (frequency === 'daily') return daily;
  const daysSinceMonday = (daily.getUTCDay() - monday + 7) % 7;
  return new Date(daily.getTime() - daysSinceMonday * dayMilliseconds);
}

/** The first due time strictly after a time. */
export function nextDigest(frequency: DigestFrequency, after: Date): Date {
  const days = frequency === 'daily' ? 1 : 7;
  return new Date(lastDigest(frequency, after).getTime() + days * dayMilliseconds);
}
