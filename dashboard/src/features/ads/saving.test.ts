import { expect, it } from 'vitest';
import type { Board } from '../../lib/api/types.ts';
import { editableBoards } from './saving.tsx';

const board = (id: number, name: string, more: Partial<Board> = {}): Board =>
  ({ id, name, parentBoardId: null, teamId: null, adCount: 0, ...more }) as Board;

it('returns the editable boards, each with its path', () => {
  const boards = [
    board(1, 'Hooks'),
    board(2, 'Questions', { parentBoardId: 1 }),
    board(3, 'Only to look at', { teamId: 8 }),
  ];
  const offered = editableBoards(boards, ({ teamId }) => teamId === null);
  expect(offered.map(({ path }) => path)).toEqual(['Hooks', 'Hooks / Questions']);
});
