import { performance } from 'node:perf_hooks';

const beatMilliseconds = 500;
/** Longer than a busy machine delays a timer. */
const pauseMilliseconds = 3_000;

export interface PauseDetector {
  /** Whether this process stood still for seconds at some time after this one of `performance.now()`. */
  readonly pausedSince: (time: number) => boolean;
  close(): void;
}

/**
 * Notices that the process was stopped and continued (SIGSTOP, a frozen container, a suspended virtual machine) by a timer
 * that came late. The clock is the one by which ClickHouse measures `max_execution_time`.
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
