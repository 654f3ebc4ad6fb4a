import { createHash } from 'node:crypto';

/** Host of pictures and videos. `.example` is reserved, so only `host.ts` ever serves it. */
export const mediaHost = 'https://demo.magpie.example';

export const dayLength = 86_400_000;

export interface DemoSeed {
  /** For advertisers and texts; independent of the day. */
  readonly seed: number;
  /** For the ads; different every day. */
  readonly daySeed: number;
  /** Ten digits in the id of every ad. */
  readonly digits: string;
  /** Start of today in milliseconds since 1970; nothing is later. */
  readonly now: number;
}

export const purposes = { advertiser: 1, deck: 2, body: 3, headline: 4, ad: 5, test: 6, sibling: 7 } as const;

export function createDemoSeed(seed: string, today: string): DemoSeed {
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

/** `days` may be fractional. */
export function daysBefore(instant: number, days: number): number {
  return instant - days * dayLength;
}

export function daysBetween(first: number, last: number): number {
  return Math.floor((last - first) / dayLength);
}
