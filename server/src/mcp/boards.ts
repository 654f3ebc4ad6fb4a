import type { Board } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Call } from './calling.ts';
import { nameMeant } from './names.ts';
import { quoted } from './quoting.ts';
import { isCalled } from './tools/library.ts';

/** The name of a board as an agent is told it. */
export function nameOf({ name }: Board): string {
  return quoted(name, 120);
}

export async function boardWithId(call: Call, id: string): Promise<Board> {
  const boards = await call('boards.list', {});
  return withId(boards, id) ?? refuse(`No board has the id ${JSON.stringify(id)}.`, boards);
}

function withId(boards: readonly Board[], id: string): Board | undefined {
  return boards.find((board) => String(board.id) === id);
}

/** The board that is meant by an id, a name or a part of a name that only one has. */
export async function boardMeant(call: Call, told: string): Promise<Board> {
  const meant = nameMeant(told);
  const boards = await call('boards.list', {});
  const called = boards.filter((board) => isCalled(board, meant));
  const named = boards.find((board) =>
    [board.name, nameOf(board)].some((name) => name.toLowerCase() === meant.toLowerCase()),
  );
  const board = withId(boards, meant) ?? named ?? (called.length === 1 ? called[0] : undefined);
  return (
    board ??
    refuse(
      `No board is meant by ${JSON.stringify(meant)}; give its id or its whole name.`,
      called.length > 0 ? called : boards,
    )
  );
}

function refuse(message: string, near: readonly Board[]): never {
  throw new MagpieError('NOT_FOUND', message, { suggestions: near.map(nameOf) });
}
