import type { Board } from '../../api/types.ts';

/** Boards as a tree, and moves within it. */

type Placed = Pick<Board, 'id' | 'parentBoardId' | 'teamId' | 'order'>;

export interface Branch<One extends Placed = Board> {
  readonly board: One;
  readonly branches: readonly Branch<One>[];
}

/** The tree of one person or team. A board with an inaccessible parent is at the top level. */
export function treeOf<One extends Placed>(
  boards: readonly One[],
  teamId: number | null,
): readonly Branch<One>[] {
  const own = scopeOf(boards, teamId);
  const known = new Set(own.map(({ id }) => id));
  const below = (parent: number | null): readonly Branch<One>[] =>
    own
      .filter(({ parentBoardId: id }) => id === parent || (parent === null && id !== null && !known.has(id)))
      .map((board) => ({ board, branches: below(board.id) }));
  return below(null);
}

/** All boards of one person or team, by their position. */
function scopeOf<One extends Placed>(boards: readonly One[], teamId: number | null): readonly One[] {
  return boards.filter((board) => board.teamId === teamId).toSorted((one, other) => one.order - other.order);
}

/** From the top level down to the parent. */
export function ancestorsOf<One extends Placed>(boards: readonly One[], id: number): readonly One[] {
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

/** Whether a board is `outer` or one of its descendants. */
export function isWithin(boards: readonly Placed[], id: number, outer: number): boolean {
  return id === outer || ancestorsOf(boards, id).some((board) => board.id === outer);
}

/** Every board of a tree with its depth, in display order. */
export function flatten<One extends Placed>(
  branches: readonly Branch<One>[],
  depth = 0,
): readonly { readonly board: One; readonly depth: number }[] {
  return branches.flatMap(({ board, branches: below }) => [{ board, depth }, ...flatten(below, depth + 1)]);
}

/** A drop target: beside another board, inside it, or at the end of the top level. */
export type Spot =
  | { readonly at: 'before' | 'after' | 'inside'; readonly boardId: number }
  | { readonly at: 'end'; readonly teamId: number | null };

export interface Place {
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
  /** Among all boards of the person or team, on every level. */
  readonly order: number;
}

/** The place that a drop target means; null if invalid: inside the board itself, or beside an unknown one. */
export function placeAt(boards: readonly Placed[], id: number, spot: Spot): Place | null {
  if (spot.at === 'end') {
    const { length } = scopeOf(boards, spot.teamId).filter((board) => board.id !== id);
    return { parentBoardId: null, teamId: spot.teamId, order: length };
  }
  const target = boards.find((board) => board.id === spot.boardId);
  if (target === undefined || isWithin(boards, target.id, id)) return null;
  const others = scopeOf(boards, target.teamId).filter((board) => board.id !== id);
  if (spot.at === 'inside') {
    return { parentBoardId: target.id, teamId: target.teamId, order: others.length };
  }
  const order = others.findIndex((board) => board.id === target.id) + (spot.at === 'after' ? 1 : 0);
  return { parentBoardId: target.parentBoardId, teamId: target.teamId, order };
}

/** One step among its siblings; null at the ends. */
export function stepOf(boards: readonly Placed[], id: number, step: 'up' | 'down'): Spot | null {
  const board = boards.find((one) => one.id === id);
  if (board === undefined) return null;
  const siblings = scopeOf(boards, board.teamId).filter((one) => one.parentBoardId === board.parentBoardId);
  const next = siblings[siblings.findIndex((one) => one.id === id) + (step === 'up' ? -1 : 1)];
  return next === undefined ? null : { at: step === 'up' ? 'before' : 'after', boardId: next.id };
}

/** Into the sibling above, or out of the parent; null if impossible. */
export function turnOf(boards: readonly Placed[], id: number, turn: 'in' | 'out'): Spot | null {
  if (turn === 'out') {
    const parentId = boards.find((one) => one.id === id)?.parentBoardId ?? null;
    return parentId === null ? null : { at: 'after', boardId: parentId };
  }
  const above = stepOf(boards, id, 'up');
  return above?.at === 'before' ? { at: 'inside', boardId: above.boardId } : null;
}

/** All boards after a move, for the optimistic update. */
export function afterMove<One extends Placed>(boards: readonly One[], id: number, place: Place): One[] {
  const moved = boards.find((board) => board.id === id);
  if (moved === undefined) return [...boards];
  // Descendants move along into another team, after its existing boards.
  const along = (board: One): boolean =>
    place.teamId !== moved.teamId && board.id !== id && isWithin(boards, board.id, id);
  const stay = boards.filter((board) => board.id !== id && !along(board));
  const followers = boards.filter(along).map((board) => changed(board, { teamId: place.teamId }));
  const there = scopeOf(stay, place.teamId);
  const scope = [
    ...there.slice(0, place.order),
    changed(moved, { parentBoardId: place.parentBoardId, teamId: place.teamId }),
    ...there.slice(place.order),
    ...followers,
  ];
  const elsewhere = stay.filter((board) => board.teamId !== place.teamId);
  return [...scope.map((board, order) => changed(board, { order })), ...elsewhere];
}

function changed<One extends Placed>(board: One, change: Partial<Placed>): One {
  return { ...board, ...change };
}
