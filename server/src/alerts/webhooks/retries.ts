import { retryAfterSeconds } from '@magpie/contract/retryAfter';

/** After each try of a message that failed: nine tries, the last of them 24 hours after the first or a little later. */
const retryMinutes = [1, 5, 30, 60, 120, 240, 480, 504];

/** How long an address is left alone after so many failures one after the other, whatever waits for it. */
const pauseMinutes = [0, 1, 5];

/** However long an address asks to be left alone. */
const longestRetryAfterSeconds = 3600;

/** Messages that failed together are not all tried again at the same moment, and none sooner than said. */
const jitter = 0.1;

const minute = 60_000;

export interface FailedTry {
  /** This one included. */
  readonly tries: number;
  readonly endedAt: Date;
  /** Seconds for which the answer asked to be left alone; 0 where it did not. */
  readonly retryAfter: number;
}

/** When a message is tried again; null: never. */
export function retryAt({ tries, endedAt, retryAfter }: FailedTry): Date | null {
  const minutes = retryMinutes[tries - 1];
  if (minutes === undefined) return null;
  const wait = minutes * minute * (1 + jitter * Math.random());
  return new Date(endedAt.getTime() + Math.max(wait, retryAfter * 1000));
}

/** Until when an address is left alone that failed so often, this time included. */
export function pausedUntil(failures: number, { endedAt, retryAfter }: FailedTry): Date {
  const minutes = pauseMinutes[Math.min(failures, pauseMinutes.length) - 1] ?? 0;
  return new Date(endedAt.getTime() + Math.max(minutes * minute, retryAfter * 1000));
}

/** The seconds of a `Retry-After`, which gives them or a time; 0 where it cannot be read. */
export function retryAfterOf(header: string | undefined, now: Date): number {
  return Math.min(retryAfterSeconds(header, now.getTime()) ?? 0, longestRetryAfterSeconds);
}
