import type { Postgres } from '../../db/postgres/postgres.ts';
import { boardsOfScope } from '../existingRecords.sql.ts';
import { scopeOf } from '../../rpc/scopes.ts';
import { insertBoard } from '../boards.sql.ts';

/** Board names from the top-level board down. */
export type BoardPath = readonly string[];

/** The personal boards of a user by path. The caller has locked the scope. */
export interface PersonalBoards {
  /** The boards created so far. */
  readonly created: readonly BoardPath[];
  /** The board at a path, created if missing; the first one if several have the same name. */
  at(path: BoardPath): Promise<number>;
}

export async function openPersonalBoards(tx: Postgres, userId: string): Promise<PersonalBoards> {
  const scope = scopeOf({ teamId: null, authorId: userId });
  const ids = new Map<string, number>();
  const created: BoardPath[] = [];
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
      if (known === undefined) created.push(path.slice(0, index + 1));
      ids.set(key, id);
      parent = id;
    }
    if (parent === null) throw new Error('a board path needs at least one name');
    return parent;
  };
  return { created, at };
}

function keyAt(parent: number | null, name: string): string {
  return `${parent ?? ''}/${name}`;
}
