import { expect, it } from 'vitest';
import type { Board } from '../api/types.ts';
import { boardsToSaveTo } from './boardsToSaveTo.ts';

const board = (id: number, name: string, more: Partial<Board> = {}): Board =>
  ({ id, name, parentBoardId: null, teamId: null, adCount: 0, ...more }) as Board;

it('offers the boards that one may change, each with the boards above it', () => {
  const boards = [
    board(1, 'Hooks'),
    board(2, 'Questions', { parentBoardId: 1 }),
    board(3, 'Only to look at', { teamId: 8 }),
  ];
  const offered = boardsToSaveTo(boards, ({ teamId }) => teamId === null);
  expect(offered.map(({ path }) => path)).toEqual(['Hooks', 'Hooks / Questions']);
});
