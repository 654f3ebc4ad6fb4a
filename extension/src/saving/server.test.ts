import { describe, expect, it } from 'vitest';
import { placesOf } from './server.ts';

const board = { parentBoardId: null, teamId: null };

describe('where boards lie', () => {
  it('names the boards around one, before it, and the team before them; of a team where one only looks on, none is open', () => {
    const boards = [
      { ...board, id: 3, name: 'Ours', teamId: 5 },
      { ...board, id: 1, name: 'Hooks' },
      { ...board, id: 8, name: 'Lamps' },
      { ...board, id: 2, name: 'Questions', parentBoardId: 1 },
      { ...board, id: 4, name: 'Deep', teamId: 5, parentBoardId: 3 },
      { ...board, id: 6, name: 'Theirs', teamId: 7 },
    ];
    const teams = [
      { id: 5, name: 'Studio', role: 'member' as const },
      { id: 7, name: 'Client', role: 'viewer' as const },
    ];
    expect(
      placesOf(boards, teams).map(({ within, name, isOpen }) => [within.concat(name).join(' / '), isOpen]),
    ).toEqual([
      ['Hooks', true],
      ['Hooks / Questions', true],
      ['Lamps', true],
      ['Studio / Ours', true],
      ['Studio / Ours / Deep', true],
      ['Client / Theirs', false],
    ]);
  });
});
