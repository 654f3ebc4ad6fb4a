import { expect, it } from 'vitest';
import { type Arrow, nextCard } from './AdWall.tsx';

it('moves to the next card and along a column, and stays on the wall', () => {
  // The second column has small cards:
  // 0 1 2
  // 0 3 2
  // 5 4 2
  const columns = [0, 1, 2, 1, 1, 0];
  const from = (card: number, arrow: Arrow): number => nextCard(arrow, card, columns);
  expect([from(1, 'ArrowLeft'), from(1, 'ArrowRight'), from(4, 'ArrowUp'), from(1, 'ArrowDown')]).toEqual([
    0, 2, 3, 3,
  ]);
  expect([from(2, 'ArrowRight'), from(3, 'ArrowLeft'), from(0, 'ArrowDown')]).toEqual([3, 2, 5]);
  expect([from(0, 'ArrowLeft'), from(5, 'ArrowRight'), from(2, 'ArrowDown'), from(4, 'ArrowDown')]).toEqual([
    0, 5, 2, 4,
  ]);
  expect([from(0, 'ArrowUp'), from(1, 'ArrowUp')]).toEqual([0, 1]);
  expect(from(-1, 'ArrowDown')).toBe(0);
});
