import { expect, it } from 'vitest';
import { type Arrow, nextCard } from './AdWall.tsx';

it('moves by rows and columns and stays on the wall', () => {
  // 0 1 2
  // 3 4 5
  // 6 7
  const from = (card: number, arrow: Arrow): number => nextCard(arrow, card, 8, 3);
  expect([from(1, 'ArrowLeft'), from(1, 'ArrowRight'), from(4, 'ArrowUp'), from(4, 'ArrowDown')]).toEqual([
    0, 2, 1, 7,
  ]);
  expect([from(2, 'ArrowRight'), from(3, 'ArrowLeft')]).toEqual([3, 2]);
  expect([from(0, 'ArrowLeft'), from(7, 'ArrowRight'), from(1, 'ArrowUp'), from(6, 'ArrowDown')]).toEqual([
    0, 7, 1, 6,
  ]);
  expect(from(5, 'ArrowDown')).toBe(7);
  expect(from(-1, 'ArrowDown')).toBe(0);
});
