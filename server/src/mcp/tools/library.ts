import { type Board, contract } from '@magpie/contract';
import { z } from 'zod';
import { quoted } from '../quoting.ts';
import { pageOf, shapeOf } from '../shapes.ts';
import { tool } from '../tool.ts';

const made = shapeOf(contract.boards.create);
const noted = shapeOf(contract.ads.setNote);
const saved = shapeOf(contract.ads.addToBoard);
const { limit, cursor } = shapeOf(contract.ads.list);

function boardTold({ id, name, adCount, description, parentBoardId, teamId, published }: Board) {
  return {
    id,
    name,
    ads: adCount,
    description: description && quoted(description, 150),
    parentBoardId,
    teamId,
    ...(published && { published }),
  };
}

/** Whether a board is called so, as people look for names. */
export function isCalled({ name }: Board, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}

const listBoards = tool({
  name: 'list_boards',
  description: "The user's boards and those of their teams, with ids; name: those with it in their name.",
  input: z.strictObject({ name: made.name.optional(), limit: limit.removeDefault().default(20), cursor }),
  answers: { total: 'integer', 'nextCursor?': 'integer', boards: 'array' },
  effect: 'none',
  answer: async (call, { name: part = '', ...asked }) => {
    const found = (await call('boards.list', {})).filter((board) => isCalled(board, part));
    const { page, nextCursor } = pageOf(found, asked.cursor, asked.limit);
    return { total: found.length, nextCursor, boards: page.map(boardTold) };
  },
});

const createBoard = tool({
  name: 'create_board',
  description:
    'Make a new board, private unless teamId gives it to a team. Each call makes one more: look with list_boards first.',
  input: z.strictObject(made),
  answers: { id: 'integer', name: 'string' },
  effect: 'adds',
  answer: async (call, input) => boardTold(await call('boards.create', input)),
});

const saveAd = tool({
  name: 'save_ad',
  description:
    'Save an ad to a board; on one that is published, everybody sees it at once. Saving it twice changes nothing but its note. The server then fetches copies of its pictures.',
  input: z.strictObject({
    boardId: saved.boardId,
    hash: noted.hash,
    note: saved.note.describe('Replaces a note that is there.'),
  }),
  answers: { hash: 'string', boardId: 'integer', created: 'boolean' },
  effect: 'replaces',
  reachesOutside: true,
  answer: (call, input) => call('ads.addToBoard', input),
});

const setNote = tool({
  name: 'set_note',
  description: 'Write the note on a saved ad. It replaces the note that was there; null removes it.',
  input: z.strictObject(noted),
  answers: { hash: 'string', 'note?': 'string' },
  effect: 'replaces',
  answer: (call, input) => call('ads.setNote', input),
});

export const libraryTools = [listBoards, createBoard, saveAd, setNote];
