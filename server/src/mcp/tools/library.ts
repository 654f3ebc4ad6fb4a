import { type Board, contract } from '@magpie/contract';
import { z } from 'zod';
import { quoted } from '../quoting.ts';
import { tool, toPage, getShape } from '../tool.ts';

const made = getShape(contract.boards.create);
const noted = getShape(contract.ads.setNote);
const saved = getShape(contract.ads.addToBoard);
const { limit, cursor } = getShape(contract.ads.list);

function summarizeBoard({ id, name, adCount, description, parentBoardId, teamId, published }: Board) {
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

export function nameContains({ name }: Board, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}

const listBoards = tool({
  name: 'list_boards',
  description: "The user's boards and those of their teams, with ids; name: filter by part of the name.",
  input: z.strictObject({ name: made.name.optional(), limit: limit.removeDefault().default(20), cursor }),
  resultFields: { total: 'integer', 'nextCursor?': 'integer', boards: 'array' },
  effect: 'none',
  handle: async (call, { name: part = '', ...paging }) => {
    const found = (await call('boards.list', {})).filter((board) => nameContains(board, part));
    const { page, nextCursor } = toPage(found, paging.cursor, paging.limit);
    return { total: found.length, nextCursor, boards: page.map(summarizeBoard) };
  },
});

const createBoard = tool({
  name: 'create_board',
  description:
    'Create a board, private unless teamId gives it to a team. Each call creates another one: check list_boards first.',
  input: z.strictObject(made),
  resultFields: { id: 'integer', name: 'string' },
  effect: 'adds',
  handle: async (call, input) => summarizeBoard(await call('boards.create', input)),
});

const saveAd = tool({
  name: 'save_ad',
  description:
    'Save an ad to a board; on a published board everybody sees it at once. Saving it twice changes only its note.',
  input: z.strictObject({
    boardId: saved.boardId,
    hash: noted.hash,
    note: saved.note.describe('Replaces an existing note.'),
  }),
  resultFields: { hash: 'string', boardId: 'integer', created: 'boolean' },
  effect: 'replaces',
  reachesOutside: true,
  handle: (call, input) => call('ads.addToBoard', input),
});

const setNote = tool({
  name: 'set_note',
  description: 'Set the note of a saved ad. Replaces an existing note; null removes it.',
  input: z.strictObject(noted),
  resultFields: { hash: 'string', 'note?': 'string' },
  effect: 'replaces',
  handle: (call, input) => call('ads.setNote', input),
});

export const libraryTools = [listBoards, createBoard, saveAd, setNote];
