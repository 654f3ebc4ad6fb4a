import type { Board } from '@magpie/contract';
import { MagpieError } from '../kernel/errors.ts';
import type { Call } from './calling.ts';
import { isCalled } from './tools/library.ts';

/** The board that is meant by an id, a name or a part of a name that only one has. */
export async function boardMeant(call: Call, meant: string): Promise<Board> {
  const boards = await call('boards.list', {});
  const called = boards.filter((board) => isCalled(board, meant));
  const exact = boards.find(
    ({ id, name }) => String(id) === meant || name.toLowerCase() === meant.toLowerCase(),
  );
  const board = exact ?? (called.length === 1 ? called[0] : undefined);
  if (board !== undefined) return board;
  const suggestions = (called.length > 0 ? called : boards).map(({ name }) => name);
  throw new MagpieError(
    'NOT_FOUND',
    `No board is meant by ${JSON.stringify(meant)}; give its id or its whole name.`,
    { suggestions },
  );
}
