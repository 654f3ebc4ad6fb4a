import type { Board } from '../../../lib/api/types.ts';

type BoardNode = Pick<Board, 'id' | 'parentBoardId' | 'teamId' | 'order'>;

export interface Branch<One extends BoardNode = Board> {
  readonly board: One;
  readonly branches: readonly Branch<One>[];
}

/** The tree of one person or team. A board with an inaccessible parent is at the top level. */
export function buildTree<One extends BoardNode>(
  boards: readonly One[],
  teamId: number | null,
): readonly Branch<One>[] {
  const own = filterScope(boards, teamId);
  const known = new Set(own.map(({ id }) => id));
  const below = (parent: number | null): readonly Branch<One>[] =>
    own
      .filter(({ parentBoardId: id }) => id === parent || (parent === null && id !== null && !known.has(id)))
      .map((board) => ({ board, branches: below(board.id) }));
  return below(null);
}

function filterScope<One extends BoardNode>(boards: readonly One[], teamId: number | null): readonly One[] {
  return boards.filter((board) => board.teamId === teamId).toSorted((one, other) => one.order - other.order);
}

export function listAncestors<One extends BoardNode>(boards: readonly One[], id: number): readonly One[] {
  const found: One[] = [];
  let parentId = boards.find((board) => board.id === id)?.parentBoardId ?? null;
  while (parentId !== null && found.length < boards.length) {
    const parent = boards.find((board) => board.id === parentId);
    if (parent === undefined) break;
    found.unshift(parent);
    parentId = parent.parentBoardId;
  }
  return found;
}

export function isWithin(boards: readonly BoardNode[], id: number, outer: number): boolean {
  return id === outer || listAncestors(boards, id).some((board) => board.id === outer);
}

export function flatten<One extends BoardNode>(
  branches: readonly Branch<One>[],
  depth = 0,
): readonly { readonly board: One; readonly depth: number }[] {
  return branches.flatMap(({ board, branches: below }) => [{ board, depth }, ...flatten(below, depth + 1)]);
}

/** The ads on a board and on all boards inside it. An ad that is on several of them counts for each. */
export function countAdsWithin(
  boards: readonly Pick<Board, 'id' | 'parentBoardId' | 'adCount'>[],
  board: Pick<Board, 'id' | 'adCount'>,
): number {
  const inside = boards.filter(({ parentBoardId }) => parentBoardId === board.id);
  return inside.reduce((sum, one) => sum + countAdsWithin(boards, one), board.adCount);
}

export type DropTarget =
  | { readonly at: 'before' | 'after' | 'inside'; readonly boardId: number }
  | { readonly at: 'end'; readonly teamId: number | null };

export interface BoardPosition {
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
  /** Among all boards of the person or team, on every level. */
  readonly order: number;
}

/** The position that a drop target means; null if invalid: inside the board itself, or beside an unknown one. */
export function resolveDrop(
  boards: readonly BoardNode[],
  id: number,
  target: DropTarget,
): BoardPosition | null {
  if (target.at === 'end') {
    const { length } = filterScope(boards, target.teamId).filter((board) => board.id !== id);
    return { parentBoardId: null, teamId: target.teamId, order: length };
  }
  const neighbor = boards.find((board) => board.id === target.boardId);
  if (neighbor === undefined || isWithin(boards, neighbor.id, id)) return null;
  const others = filterScope(boards, neighbor.teamId).filter((board) => board.id !== id);
  if (target.at === 'inside') {
    return { parentBoardId: neighbor.id, teamId: neighbor.teamId, order: others.length };
  }
  const order = others.findIndex((board) => board.id === neighbor.id) + (target.at === 'after' ? 1 : 0);
  return { parentBoardId: neighbor.parentBoardId, teamId: neighbor.teamId, order };
}

/** One step among its siblings; null at the ends. */
export function findStep(boards: readonly BoardNode[], id: number, step: 'up' | 'down'): DropTarget | null {
  const board = boards.find((one) => one.id === id);
  if (board === undefined) return null;
  const siblings = filterScope(boards, board.teamId).filter(
    (one) => one.parentBoardId === board.parentBoardId,
  );
  const next = siblings[siblings.findIndex((one) => one.id === id) + (step === 'up' ? -1 : 1)];
  return next === undefined ? null : { at: step === 'up' ? 'before' : 'after', boardId: next.id };
}

/** Into the sibling above, or out of the parent; null if impossible. */
export function findTurn(boards: readonly BoardNode[], id: number, turn: 'in' | 'out'): DropTarget | null {
  if (turn === 'out') {
    const parentId = boards.find((one) => one.id === id)?.parentBoardId ?? null;
    return parentId === null ? null : { at: 'after', boardId: parentId };
  }
  const above = findStep(boards, id, 'up');
  return above?.at === 'before' ? { at: 'inside', boardId: above.boardId } : null;
}

export function afterMove<One extends BoardNode>(
  boards: readonly One[],
  id: number,
  position: BoardPosition,
): One[] {
  const moved = boards.find((board) => board.id === id);
  if (moved === undefined) return [...boards];
  // Descendants move along into another team, after its existing boards.
  const along = (board: One): boolean =>
    position.teamId !== moved.teamId && board.id !== id && isWithin(boards, board.id, id);
  const stay = boards.filter((board) => board.id !== id && !along(board));
  const followers = boards.filter(along).map((board) => changed(board, { teamId: position.teamId }));
  const there = filterScope(stay, position.teamId);
  const scope = [
    ...there.slice(0, position.order),
    changed(moved, { parentBoardId: position.parentBoardId, teamId: position.teamId }),
    ...there.slice(position.order),
    ...followers,
  ];
  const elsewhere = stay.filter((board) => board.teamId !== position.teamId);
  return [...scope.map((board, order) => changed(board, { order })), ...elsewhere];
}

function changed<One extends BoardNode>(board: One, change: Partial<BoardNode>): One {
  return { ...board, ...change };
}
