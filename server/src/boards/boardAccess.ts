import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import { lockScopes, assertCanChange, assertCanRead, type Scoped, scopeOf } from '../rpc/scopes.ts';
import * as sql from './boards.sql.ts';
import type { BoardRow } from './boards.sql.ts';

export async function requireBoard(db: Postgres, id: number): Promise<BoardRow> {
  const board = await sql.findBoard(db, id);
  if (board === undefined) throw notFoundError('board', id);
  return board;
}

/** The board, if the caller may read it. */
export async function readableBoard(db: Postgres, id: number, caller: Caller): Promise<BoardRow> {
  const board = await requireBoard(db, id);
  await assertCanRead(db, board, caller, `Board ${id}`);
  return board;
}

/** The board, if the caller may change it. */
export async function editableBoard(db: Postgres, id: number, caller: Caller): Promise<BoardRow> {
  const board = await requireBoard(db, id);
  await assertCanChange(db, board, caller, `Board ${id}`);
  return board;
}

/** Locks the scope of the board (and the additional ones) and returns the board. */
export async function lockBoard(
  tx: Postgres,
  id: number,
  caller: Caller,
  additional: readonly Scoped[] = [],
): Promise<BoardRow> {
  const seen = await editableBoard(tx, id, caller);
  await lockScopes(tx, [seen, ...additional].map(scopeOf));
  const locked = await editableBoard(tx, id, caller);
  if (scopeOf(locked) !== scopeOf(seen)) {
    throw new MagpieError('CONFLICT', `Board ${id} was just moved to another team; reload it.`);
  }
  return locked;
}
