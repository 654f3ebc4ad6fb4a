import { describe, expect, it } from 'vitest';
import type { Board } from '../../lib/api/types.ts';
import { shownCopy } from '../../lib/api/boards.ts';

const board = (id: number, teamId: number | null): Board => ({
  id,
  name: 'Board',
  slug: null,
  description: null,
  order: 0,
  published: false,
  views: 0,
  adCount: 1,
  authorId: 'ann',
  parentBoardId: null,
  teamId,
  createdAt: '2026-03-01T00:00:00Z',
  updatedAt: '2026-03-01T00:00:00Z',
});

describe('shownCopy', () => {
  const boards = [board(1, null), board(2, 20), board(3, 10)];

  it("prefers the user's own over a team's", () => {
    expect(shownCopy({ boardIds: [2, 1] }, boards)).toEqual({ teamId: null });
  });

  it('is that of the team with the lowest id', () => {
    expect(shownCopy({ boardIds: [2, 3] }, boards)).toEqual({ teamId: 10 });
  });

  it('is null until the boards are loaded', () => {
    expect(shownCopy({ boardIds: [2] }, [])).toBeNull();
  });
});
