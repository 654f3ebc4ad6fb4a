import type { Postgres } from '../../db/postgres/postgres.ts';
import { boardsOfScope } from '../alreadyHere.sql.ts';
import { scopeOf } from '../../rpc/scopes.ts';
import { insertBoard } from '../boards.sql.ts';

/** Names of boards from the outermost to the one that is meant. */
export type BoardPath = readonly string[];

/** A person's own boards by their names. Whoever opens them has locked the scope. */
export interface OwnBoards {
  /** The boards that were made so far. */
  readonly made: readonly BoardPath[];
  /** The board at a path, made where it is missing; of several with one name the first. */
  at(path: BoardPath): Promise<number>;
}

export async function openOwnBoards(tx: Postgres, userId: string): Promise<OwnBoards> {
  const scope = scopeOf({ teamId: null, authorId: userId });
  const ids = new Map<string, number>();
  const made: BoardPath[] = [];
  for (const { id, name, parentBoardId } of await boardsOfScope(tx, scope)) {
    const key = keyAt(parentBoardId, name);
    if (!ids.has(key)) ids.set(key, id);
  }
  const at = async (path: BoardPath): Promise<number> => {
    let parent: number | null = null;
    for (const [index, name] of path.entries()) {
      const key = keyAt(parent, name);
      const known = ids.get(key);
      const board = { name, description: null, authorId: userId, teamId: null, parentBoardId: parent };
      const id: number = known ?? (await insertBoard(tx, scope, board));
      if (known === undefined) made.push(path.slice(0, index + 1));
      ids.set(key, id);
      parent = id;
    }
    if (parent === null) throw new Error('a path of boards has at least one name');
    return parent;
  };
  return { made, at };
}

function keyAt(parent: number | null, name: string): string {
  return `${parent ?? ''}/${name}`;
}
