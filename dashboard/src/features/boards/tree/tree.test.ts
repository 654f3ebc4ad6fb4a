import { expect, test } from 'vitest';
import {
  afterMove,
  countAdsWithin,
  listAncestors,
  flatten,
  isWithin,
  resolveDrop,
  type DropTarget,
  findStep,
  buildTree,
  findTurn,
} from './tree.ts';

const board = (
  id: number,
  order: number,
  parentBoardId: number | null = null,
  teamId: number | null = null,
) => ({
  id,
  order,
  parentBoardId,
  teamId,
});

// Own: 1 (2 (3), 4), 5. The team's: 10, 11.
const boards = [
  board(1, 0),
  board(10, 0, null, 7),
  board(2, 1, 1),
  board(11, 1, null, 7),
  board(3, 2, 2),
  board(4, 3, 1),
  board(5, 4),
];

const drawn = (all: typeof boards, teamId: number | null = null): string =>
  flatten(buildTree(all, teamId))
    .map((one) => '-'.repeat(one.depth) + one.board.id)
    .join(' ');

function moved(id: number, target: DropTarget) {
  const position = resolveDrop(boards, id, target);
  if (position === null) throw new Error('the board cannot go there');
  return afterMove(boards, id, position);
}

test('builds the tree of one person or team, ordered by position', () => {
  expect(drawn(boards)).toBe('1 -2 --3 -4 5');
  expect(drawn(boards, 7)).toBe('10 11');
});

test('places a board with an inaccessible parent at the top level', () => {
  expect(drawn([board(2, 0, 1), board(3, 1, 2)])).toBe('2 -3');
});

test('finds ancestors and descendants', () => {
  expect(listAncestors(boards, 3).map(({ id }) => id)).toEqual([1, 2]);
  expect(isWithin(boards, 3, 1)).toBe(true);
  expect(isWithin(boards, 1, 3)).toBe(false);
});

test.each([
  [5, { at: 'before', boardId: 1 }, '5 1 -2 --3 -4'],
  [1, { at: 'after', boardId: 5 }, '5 1 -2 --3 -4'],
  [5, { at: 'before', boardId: 4 }, '1 -2 --3 -5 -4'],
  [4, { at: 'before', boardId: 2 }, '1 -4 -2 --3 5'],
  [2, { at: 'after', boardId: 4 }, '1 -4 -2 --3 5'],
  [4, { at: 'inside', boardId: 2 }, '1 -2 --3 --4 5'],
  [3, { at: 'end', teamId: null }, '1 -2 -4 5 3'],
] as const)('board %i dropped %o', (id, target, expected) => {
  expect(drawn(moved(id, target))).toBe(expected);
});

test('refuses to move a board into itself or its descendants', () => {
  expect(resolveDrop(boards, 1, { at: 'inside', boardId: 1 })).toBeNull();
  expect(resolveDrop(boards, 1, { at: 'before', boardId: 3 })).toBeNull();
});

test('moves descendants along into another team', () => {
  const after = moved(1, { at: 'before', boardId: 11 });
  expect(drawn(after, 7)).toBe('10 1 -2 --3 -4 11');
  expect(drawn(after)).toBe('5');
});

test('steps move beside siblings, turns move into or out of a board', () => {
  expect(findStep(boards, 4, 'up')).toEqual({ at: 'before', boardId: 2 });
  expect(findStep(boards, 4, 'down')).toBeNull();
  expect(findTurn(boards, 4, 'in')).toEqual({ at: 'inside', boardId: 2 });
  expect(findTurn(boards, 4, 'out')).toEqual({ at: 'after', boardId: 1 });
  expect(findTurn(boards, 2, 'in')).toBeNull();
  expect(findTurn(boards, 5, 'out')).toBeNull();
});

test('counts the ads on a board and on all boards inside it', () => {
  const counted = boards.map(({ id, parentBoardId }) => ({ id, parentBoardId, adCount: id }));
  const count = (id: number): number => countAdsWithin(counted, { id, adCount: id });
  expect([count(1), count(2), count(5)]).toEqual([1 + 2 + 3 + 4, 2 + 3, 5]);
});
