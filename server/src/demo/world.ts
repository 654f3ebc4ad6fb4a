import { createHash } from 'node:crypto';

/** Where pictures and videos are; `.example` is reserved, so that nobody but `host.ts` ever answers there. */
export const mediaHost = 'https://demo.magpie.example';

const dayLength = 86_400_000;

/** Everything that a set of demo ads depends on. */
export interface World {
  /** Of advertisers and texts: the same on every day. */
  readonly seed: number;
  /** Of the ads themselves: other ones on another day. */
  readonly daySeed: number;
  /** Ten digits in the id of every ad of the set. */
  readonly digits: string;
  /** The first instant of today, in milliseconds since 1970; nothing happens after it. */
  readonly now: number;
}

/** What dice are rolled for. */
export const purposes = { advertiser: 1, deck: 2, body: 3, headline: 4, ad: 5 } as const;

export function worldOf(seed: string, today: string): World {
  const now = Date.parse(`${today}T00:00:00Z`);
  if (Number.isNaN(now) || isoDay(now) !== today) {
    throw new RangeError(`today must be a date such as 2026-01-31, got ${today}`);
  }
  const daily = digest(`${seed}\n${today}`);
  const digits = (daily.readUInt32BE(4) * 65_536 + daily.readUInt16BE(8)) % 10_000_000_000;
  return {
    seed: digest(seed).readUInt32BE(0),
    daySeed: daily.readUInt32BE(0),
    digits: String(digits).padStart(10, '0'),
    now,
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The instant so many days (parts of days too) before another. */
export function daysBefore(instant: number, days: number): number {
  return instant - days * dayLength;
}

export function daysBetween(first: number, last: number): number {
  return Math.floor((last - first) / dayLength);
}
