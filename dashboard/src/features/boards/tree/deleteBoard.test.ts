import { expect, test } from 'vitest';
import type { Board } from '../../../lib/api/types.ts';
import { withoutBoard } from './deleteBoard.ts';

const board = (id: number, parentBoardId: number | null): Board => ({ id, parentBoardId }) as Board;

test('boards inside a deleted board move up one level', () => {
  const boards = [board(1, null), board(2, 1), board(3, 2), board(4, null)];
  expect(withoutBoard(boards, board(2, 1))).toEqual([board(1, null), board(3, 1), board(4, null)]);
});
