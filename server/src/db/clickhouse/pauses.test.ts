import { afterEach, expect, test } from 'vitest';
import { detectPauses, type PauseDetector } from './failures.ts';

let time = 0;
let detector: PauseDetector;
afterEach(() => detector.close());

function detectorAt(start: number): PauseDetector {
  time = start;
  detector = detectPauses(() => time);
  return detector;
}

test('a running process was not paused', () => {
  const { pausedSince } = detectorAt(1000);
  for (time = 1000; time < 20_000; time += 500) expect(pausedSince(1000)).toBe(false);
});

test('a pause affects work that began before its end, and no later work', () => {
  const { pausedSince } = detectorAt(1000);
  time = 13_000;
  expect(pausedSince(1000)).toBe(true);
  expect(pausedSince(12_999)).toBe(true);
  time = 13_200;
  expect(pausedSince(13_100)).toBe(false);
  expect(pausedSince(1000)).toBe(true);
});
