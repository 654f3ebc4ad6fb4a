import type { BoardChoices } from '../background/messages.ts';
import type { SaveBoard } from '../background/queue.ts';

export interface PickerChoice {
  readonly key: string;
  readonly board: SaveBoard;
  readonly name: string;
  /** Names of the parents, outermost first. */
  readonly within: readonly string[];
  readonly mark: 'held' | 'last' | 'waits' | 'new' | null;
}

/** Boards whose path contains the typed text: exact names first, then the last board, then the rest; plus a new one if no name matches. */
export function listPickerChoices(
  typed: string,
  { boards, newNames, last }: BoardChoices,
  held: ReadonlySet<number>,
): readonly PickerChoice[] {
  const newName = typed.trim();
  const words = newName.toLocaleLowerCase();
  const isLast = (board: SaveBoard): boolean => last !== null && toKey(last) === toKey(board);
  const existing: readonly PickerChoice[] = boards.map(({ id, name, within }) => {
    const board = { id, name };
    const mark = held.has(id) ? 'held' : isLast(board) ? 'last' : null;
    return { key: toKey(board), board, name, within, mark };
  });
  const queued: readonly PickerChoice[] = newNames.map((name) => {
    const board = { newName: name };
    return { key: toKey(board), board, name, within: [], mark: isLast(board) ? 'last' : 'waits' };
  });
  const all = [...existing, ...queued];
  const found = all.filter((choice) => formatPath(choice).includes(words));
  const isNamed = ({ name }: PickerChoice): boolean => name.toLocaleLowerCase() === words;
  const rank = (choice: PickerChoice): number =>
    isNamed(choice) || formatPath(choice) === words ? 0 : isLast(choice.board) ? 1 : 2;
  const inOrder = found.toSorted((one, other) => rank(one) - rank(other));
  const isTaken = words === '' || all.some(isNamed);
  const fresh: PickerChoice = { key: 'new', board: { newName }, name: newName, within: [], mark: 'new' };
  return [...inOrder, ...(isTaken ? [] : [fresh])];
}

function formatPath({ within, name }: PickerChoice): string {
  return [...within, name].join(' / ').toLocaleLowerCase();
}

function toKey(board: SaveBoard): string {
  return 'id' in board ? String(board.id) : `new ${board.newName}`;
}

/**
 * The note to send; null leaves every note unchanged. The field shows the note of one copy, while a team board may have a
 * copy with another note, so only an edited note is sent.
 */
export function changedNote(saved: string | null, typed: string): string | null {
  const text = typed.trim();
  return text === '' || text === saved?.trim() ? null : text;
}
