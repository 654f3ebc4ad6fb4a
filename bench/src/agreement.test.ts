import { expect, it } from 'vitest';
import { agreement } from './agreement.ts';

/** Thirty points on a half circle: the neighbours of each are those next to it. */
const circle = Array.from({ length: 30 }, (_, at) => {
  const angle = (at / 30) * Math.PI;
  return Int8Array.of(Math.round(127 * Math.cos(angle)), Math.round(127 * Math.sin(angle)));
});

it('is whole for directions that are the same, whatever their length and their axes', () => {
  expect(agreement(circle, circle)).toBe(1);
  expect(
    agreement(
      circle,
      circle.map(([x = 0, y = 0]) => Int8Array.of(0, -y, x)),
    ),
  ).toBe(1);
});

it('is what chance gives when the texts are exchanged', () => {
  const exchanged = circle.map((_, at) => circle[(at * 7) % 30] ?? new Int8Array(2));
  expect(agreement(circle, exchanged)).toBeLessThan(0.5);
  expect(agreement(circle, exchanged)).toBeGreaterThan(0.2);
});
