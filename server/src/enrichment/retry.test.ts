import { expect, it } from 'vitest';
import { Patience } from './retry.ts';

const minute = 60_000;

it('waits twice as long each time, and not at all with what was answered or is long gone', () => {
  let now = 0;
  const patience = new Patience(() => new Date(now));
  const waits = (text: string): number => (patience.until(text) - now) / minute;
  patience.lose(['once', 'twice', 'gone']);
  patience.lose(['twice']);
  expect([waits('once'), waits('twice')]).toEqual([10, 20]);
  expect([patience.allows('twice'), patience.allows('never')]).toEqual([false, true]);
  patience.forget(['twice']);
  expect(patience.allows('twice')).toBe(true);
  now = 25 * 60 * minute;
  patience.lose(['once', 'twice']);
  expect([waits('once'), waits('twice'), patience.until('gone')]).toEqual([10, 10, 0]);
});
