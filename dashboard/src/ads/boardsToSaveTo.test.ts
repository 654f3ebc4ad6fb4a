import { expect, it } from 'vitest';
import type { Board, Team } from '../api/types.ts';
import { boardsToSaveTo } from './boardsToSaveTo.ts';

const board = (id: number, name: string, more: Partial<Board> = {}): Board =>
  ({ id, name, parentBoardId: null, teamId: null, adCount: 0, ...more }) as Board;
const team = (id: number, role: Team['role']): Team => ({ id, role }) as Team;

it('offers own boards and those of teams where one is more than a viewer, each with the boards above it', () => {
  const boards = [
    board(1, 'Hooks'),
    board(2, 'Questions', { parentBoardId: 1 }),
    board(3, 'Team', { teamId: 7 }),
    board(4, 'Only to look at', { teamId: 8 }),
  ];
  const paths = (teams: readonly Team[]): readonly string[] =>
    boardsToSaveTo(boards, teams).map(({ path }) => path);
  expect(paths([team(7, 'member'), team(8, 'viewer')])).toEqual(['Hooks', 'Hooks / Questions', 'Team']);
  expect(paths([])).toEqual(['Hooks', 'Hooks / Questions']);
});
