import { performance } from 'node:perf_hooks';
import { setImmediate as yieldToOthers } from 'node:timers/promises';

const maxBlockedMilliseconds = 20;

/** For long loops: called after each step, it lets other requests run when they have waited for a while. */
export function createBreaks(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt <= maxBlockedMilliseconds) return;
    await yieldToOthers();
    startedAt = performance.now();
  };
}
