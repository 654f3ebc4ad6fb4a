import { addPerson } from '@magpie/server/auth/people';
import type { Postgres } from '@magpie/server/db/postgres/postgres';
import { demoLibrary, type DemoSavedAd } from './demoLibrary.ts';
import { createBoards, insertSaved, tidyUp, userOf } from './load.sql.ts';

export interface LoadedLibrary {
  readonly userId: string;
  readonly key: string;
}

const email = 'bench@example.com';
const batch = 500;
const boards = 20;

/** A person with so many saved ads, each on one of twenty boards, of which the first has most. */
export async function loadLibrary(db: Postgres, ads: number, today: string): Promise<LoadedLibrary> {
  const { key } = await addPerson(db, email);
  const userId = await userOf(db, email);
  const boardIds = await createBoards(db, userId, boards);
  let waiting: DemoSavedAd[] = [];
  const write = async (): Promise<void> => {
    await insertSaved(db, userId, waiting);
    waiting = [];
  };
  let number = 0;
  for (const saved of demoLibrary(ads, today)) {
    number += 1;
    const boardId = boardIds[Math.floor(boards * (((number * 7919) % 1000) / 1000) ** 2)];
    waiting.push({ ...saved, row: { ...saved.row, board_id: boardId } });
    if (waiting.length === batch) await write();
  }
  await write();
  await tidyUp(db);
  return { userId, key };
}
