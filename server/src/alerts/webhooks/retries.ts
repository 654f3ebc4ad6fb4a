import { retryAfterSeconds } from '@magpie/contract/retryAfter';

/** Delays after each failed attempt: nine attempts, the last about 24 hours after the first. */
const retryMinutes = [1, 5, 30, 60, 120, 240, 480, 504];

/** Pause of a webhook after consecutive failures, for all of its messages. */
const pauseMinutes = [0, 1, 5];

const maxRetryAfterSeconds = 3600;

/** Spreads retries of messages that failed together. Only lengthens delays. */
const jitter = 0.1;

const minute = 60_000;

export interface FailedTry {
  readonly tries: number;
  readonly endedAt: Date;
  /** Seconds from the `Retry-After` header; 0 if absent. */
  readonly retryAfter: number;
}

export function retryAt({ tries, endedAt, retryAfter }: FailedTry): Date | null {
  const minutes = retryMinutes[tries - 1];
  if (minutes === undefined) return null;
  const wait = minutes * minute * (1 + jitter * Math.random());
  return new Date(endedAt.getTime() + Math.max(wait, retryAfter * 1000));
}

export function pausedUntil(failures: number, { endedAt, retryAfter }: FailedTry): Date {
  const minutes = pauseMinutes[Math.min(failures, pauseMinutes.length) - 1] ?? 0;
  return new Date(endedAt.getTime() + Math.max(minutes * minute, retryAfter * 1000));
}

export function parseRetryAfter(header: string | undefined, now: Date): number {
  return Math.min(retryAfterSeconds(header, now.getTime()) ?? 0, maxRetryAfterSeconds);
}
