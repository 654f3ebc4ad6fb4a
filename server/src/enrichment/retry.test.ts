import { expect, it } from 'vitest';
import { RetrySchedule } from './retry.ts';

const minute = 60_000;

it('doubles the delay each time, and resets after success or a long time', () => {
  let now = 0;
  const patience = new RetrySchedule(() => new Date(now));
  const waits = (text: string): number => (patience.dueAt(text) - now) / minute;
  patience.postpone(['once', 'twice', 'gone']);
  patience.postpone(['twice']);
  expect([waits('once'), waits('twice')]).toEqual([10, 20]);
  expect([patience.isDue('twice'), patience.isDue('never')]).toEqual([false, true]);
  patience.clear(['twice']);
  expect(patience.isDue('twice')).toBe(true);
  now = 25 * 60 * minute;
  patience.postpone(['once', 'twice']);
  expect([waits('once'), waits('twice'), patience.dueAt('gone')]).toEqual([10, 10, 0]);
});
