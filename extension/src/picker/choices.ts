import type { BoardChoices } from '../saving/messages.ts';
import type { SaveBoard } from '../saving/queue.ts';

/** A row of the list of boards. */
export interface Choice {
  readonly key: string;
  readonly board: SaveBoard;
  readonly name: string;
  /** Names around it, the outermost first. */
  readonly within: readonly string[];
  /** What stands beside the name. */
  readonly mark: 'held' | 'last' | 'waits' | 'new' | null;
}

/** Boards whose path has what was typed, the last one first, and a new one of that name where there is none. */
export function choicesFor(
  typed: string,
  { boards, newNames, last }: BoardChoices,
  held: ReadonlySet<number>,
): readonly Choice[] {
  const newName = typed.trim();
  const words = newName.toLocaleLowerCase();
  const isLast = (board: SaveBoard): boolean => last !== null && keyOf(last) === keyOf(board);
  const there: readonly Choice[] = boards.map(({ id, name, within }) => {
    const board = { id, name };
    const mark = held.has(id) ? 'held' : isLast(board) ? 'last' : null;
    return { key: keyOf(board), board, name, within, mark };
  });
  const yetToBe: readonly Choice[] = newNames.map((name) => {
    const board = { newName: name };
    return { key: keyOf(board), board, name, within: [], mark: isLast(board) ? 'last' : 'waits' };
  });
  const all = [...there, ...yetToBe];
  const found = all.filter(({ name, within }) =>
    [...within, name].join(' / ').toLocaleLowerCase().includes(words),
  );
  const first = found.filter(({ board }) => isLast(board));
  const others = found.filter(({ board }) => !isLast(board));
  const isTaken = words === '' || all.some(({ name }) => name.toLocaleLowerCase() === words);
  const fresh: Choice = { key: 'new', board: { newName }, name: newName, within: [], mark: 'new' };
  return [...first, ...others, ...(isTaken ? [] : [fresh])];
}

function keyOf(board: SaveBoard): string {
  return 'id' in board ? String(board.id) : `new ${board.newName}`;
}
