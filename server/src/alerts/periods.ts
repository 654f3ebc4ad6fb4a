/** How often a rule that collects tells what it found. */
export type DigestFrequency = 'daily' | 'weekly';

const digestHour = 7;
const monday = 1;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The last time, not after now, at which digests of this frequency are due: 07:00 UTC, weekly ones on Mondays. */
export function lastDigest(frequency: DigestFrequency, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), digestHour);
  const daily = new Date(today > now.getTime() ? today - dayMilliseconds : today);
  if (frequency === 'daily') return daily;
  const daysSinceMonday = (daily.getUTCDay() - monday + 7) % 7;
  return new Date(daily.getTime() - daysSinceMonday * dayMilliseconds);
}

/** The first one after a time: what is found at that very moment is told by the next. */
export function nextDigest(frequency: DigestFrequency, after: Date): Date {
  const days = frequency === 'daily' ? 1 : 7;
  return new Date(lastDigest(frequency, after).getTime() + days * dayMilliseconds);
}
