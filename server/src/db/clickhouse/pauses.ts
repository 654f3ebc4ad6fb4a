import { performance } from 'node:perf_hooks';

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
