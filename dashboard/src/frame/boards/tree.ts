import type { Board } from '../../api/types.ts';

/** Boards as a tree, and where a board goes that is moved in it. */

type Placed = Pick<Board, 'id' | 'parentBoardId' | 'teamId' | 'order'>;

export interface Branch<One extends Placed = Board> {
  readonly board: One;
  readonly branches: readonly Branch<One>[];
}

/** The boards of one person or team, from the top. One whose parent is not there stands at the top itself. */
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

/** From the top down to the board above this one. */
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

/** Whether a board is another one or lies below it. */
export function isWithin(boards: readonly Placed[], id: number, outer: number): boolean {
  return id === outer || ancestorsOf(boards, id).some((board) => board.id === outer);
}

/** Every board of a tree with how deep it lies, in the order in which they are read. */
export function flatten<One extends Placed>(
  branches: readonly Branch<One>[],
  depth = 0,
): readonly { readonly board: One; readonly depth: number }[] {
  return branches.flatMap(({ board, branches: below }) => [{ board, depth }, ...flatten(below, depth + 1)]);
}

/** Where a board is dropped: beside another one, into it, or at the end of the top level. */
export type Spot =
  | { readonly at: 'before' | 'after' | 'inside'; readonly boardId: number }
  | { readonly at: 'end'; readonly teamId: number | null };

export interface Place {
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
  /** Among all boards of the person or team, whatever they lie in. */
  readonly order: number;
}

/** The place that a spot means for a board; null where it cannot go: into itself, or beside what is not there. */
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

/** One step among its siblings; null where there is none. */
export function stepOf(boards: readonly Placed[], id: number, step: 'up' | 'down'): Spot | null {
  const board = boards.find((one) => one.id === id);
  if (board === undefined) return null;
  const siblings = scopeOf(boards, board.teamId).filter((one) => one.parentBoardId === board.parentBoardId);
  const next = siblings[siblings.findIndex((one) => one.id === id) + (step === 'up' ? -1 : 1)];
  return next === undefined ? null : { at: step === 'up' ? 'before' : 'after', boardId: next.id };
}

/** Into the sibling above it, or out of the board that it lies in; null where that cannot be. */
export function turnOf(boards: readonly Placed[], id: number, turn: 'in' | 'out'): Spot | null {
  if (turn === 'out') {
    const parentId = boards.find((one) => one.id === id)?.parentBoardId ?? null;
    return parentId === null ? null : { at: 'after', boardId: parentId };
  }
  const above = stepOf(boards, id, 'up');
  return above?.at === 'before' ? { at: 'inside', boardId: above.boardId } : null;
}

/** All boards as they are once one of them has moved, so that a page need not wait to show it. */
export function afterMove<One extends Placed>(boards: readonly One[], id: number, place: Place): One[] {
  const moved = boards.find((board) => board.id === id);
  if (moved === undefined) return [...boards];
  // What lies below goes along into another team, after the boards that it has.
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
