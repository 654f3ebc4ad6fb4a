import { ClickHouseError } from '@clickhouse/client';
import { performance } from 'node:perf_hooks';

/**
 * TIMEOUT_EXCEEDED, TOO_SLOW, TOO_MANY_SIMULTANEOUS_QUERIES, NO_FREE_CONNECTION, SOCKET_TIMEOUT, NETWORK_ERROR,
 * MEMORY_LIMIT_EXCEEDED, TOO_MANY_PARTS, ALL_CONNECTION_TRIES_FAILED, CANNOT_SCHEDULE_TASK, SERVER_OVERLOADED.
 */
const overload = /^(159|160|202|203|209|210|241|252|279|439|745)$/;

/** The HTTP client's messages for a timeout and for a closed connection. */
const lostConnection = /^(Timeout error|socket hang up)/;

/** Whether ClickHouse was overloaded or unreachable: a temporary failure that the caller did not cause. */
export function isOverloaded(error: unknown): boolean {
  if (error instanceof ClickHouseError) return overload.test(error.code);
  return error instanceof Error && lostConnection.test(error.message);
}

export function isTimeout(error: unknown): boolean {
  return !(error instanceof ClickHouseError) || error.code === '159';
}

const beatMilliseconds = 500;
/** Longer than a busy machine delays a timer. */
const pauseMilliseconds = 3_000;

export interface PauseDetector {
  /** Whether this process was paused for seconds after this time of `performance.now()`. */
  readonly pausedSince: (time: number) => boolean;
  close(): void;
}

/**
 * Detects by a late timer that the process was paused (SIGSTOP, a frozen container, a suspended virtual machine).
 * Uses the same clock as `max_execution_time` of ClickHouse.
 */
export function detectPauses(now = (): number => performance.now()): PauseDetector {
  let lastBeat = now();
  let pauseEnded = Number.NEGATIVE_INFINITY;
  const beat = (): void => {
    const time = now();
    if (time - lastBeat >= pauseMilliseconds) pauseEnded = time;
    lastBeat = time;
  };
  const timer = setInterval(beat, beatMilliseconds).unref();
  return {
    pausedSince(time) {
      // After a pause the failed statement may be seen before the late timer.
      beat();
      return pauseEnded > time;
    },
    close: () => clearInterval(timer),
  };
}
