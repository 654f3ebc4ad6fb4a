import type { Board } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { McpCall } from './calling.ts';
import { unescapeName } from './names.ts';
import { quoted } from './quoting.ts';
import { nameContains } from './tools/library.ts';

export function getName({ name }: Board): string {
  return quoted(name, 120);
}

export async function boardWithId(call: McpCall, id: string): Promise<Board> {
  const boards = await call('boards.list', {});
  return withId(boards, id) ?? throwNotFound(`No board has the id ${JSON.stringify(id)}.`, boards);
}

function withId(boards: readonly Board[], id: string): Board | undefined {
  return boards.find((board) => String(board.id) === id);
}

export async function findBoard(call: McpCall, text: string): Promise<Board> {
  const wanted = unescapeName(text);
  const boards = await call('boards.list', {});
  const matching = boards.filter((board) => nameContains(board, wanted));
  const named = boards.find((board) =>
    [board.name, getName(board)].some((name) => name.toLowerCase() === wanted.toLowerCase()),
  );
  const board = withId(boards, wanted) ?? named ?? (matching.length === 1 ? matching[0] : undefined);
  return (
    board ??
    throwNotFound(
      `No board matches ${JSON.stringify(wanted)}; use its id or full name.`,
      matching.length > 0 ? matching : boards,
    )
  );
}

function throwNotFound(message: string, similar: readonly Board[]): never {
  throw new MagpieError('NOT_FOUND', message, { suggestions: similar.map(getName) });
}
