import { slugPattern, type PublicAd, type PublicBoardLink, type PublicBoardPage } from '@magpie/contract';
import { decodeCursor, listKey, pageFrom } from '../../rpc/cursor.ts';
import { shortenEntries } from '../../ads/shorten.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { presentSaved } from '../presentSaved.ts';
import {
  adsOfBoard,
  findPublished,
  findPlaceOnBoard,
  publishedRelatives,
  type LinkedBoardRow,
  type PlaceOnBoard,
  type PublishedBoardRow,
} from './publicBoards.sql.ts';

export const adsPerPage = 48;
const maxLinkedBoards = 200;

/** Finds a board by slug, which contains a letter, or by id. */
export async function findPublicBoard(db: Postgres, name: string): Promise<PublishedBoardRow | null> {
  const id = /^[1-9]\d{0,15}$/.test(name) && Number.isSafeInteger(Number(name)) ? Number(name) : null;
  if (id === null && !slugPattern.test(name)) return null;
  return (await findPublished(db, { slug: id === null ? name : null, id })) ?? null;
}

/** The public content of a published board, after the cursor. */
export async function publicBoardPage(
  db: Postgres,
  board: PublishedBoardRow,
  cursor: number | null,
  site: string,
): Promise<PublicBoardPage> {
  const list = listKey('/b', { board: board.id });
  const after = cursor === null ? null : await resolveBoardCursor(db, board.id, decodeCursor(list, cursor));
  const rows = await adsOfBoard(db, board.id, after, adsPerPage + 1);
  const { shown, ...rest } = pageFrom(list, rows, adsPerPage);
  const around = await publishedRelatives(db, board, maxLinkedBoards);
  const parent = around.find(({ id }) => id === board.parentBoardId);
  return {
    board: {
      ...linkTo(board, site),
      description: board.description,
      updatedAt: board.updatedAt.toISOString(),
      parent: parent === undefined ? null : linkTo(parent, site),
      boards: around.filter((each) => each !== parent).map((each) => linkTo(each, site)),
    },
    ads: await publicAds(db, shown, site),
    ...rest,
  };
}

/** A cursor contains the last saved ad of the previous page. */
async function resolveBoardCursor(db: Postgres, boardId: number, savedAdId: number): Promise<PlaceOnBoard> {
  const place = await findPlaceOnBoard(db, boardId, savedAdId);
  if (place !== undefined) return place;
  throw new MagpieError(
    'BAD_REQUEST',
    'The last ad of the previous page is no longer on this board; start again with the first page.',
  );
}

/** Saved ads without private data: notes and boards are removed. */
async function publicAds(
  db: Postgres,
  rows: Awaited<ReturnType<typeof adsOfBoard>>,
  site: string,
): Promise<PublicAd[]> {
  const stored = rows.map((row) => ({ ...row, note: null, boardIds: [] }));
  const ads = await shortenEntries(await presentSaved(db, stored, site));
  return ads.map(({ note: _note, boardIds: _boardIds, savedAs: _savedAs, ...ad }) => ad);
}

function linkTo({ id, name, slug, adCount }: LinkedBoardRow, site: string): PublicBoardLink {
  return { id, name, slug, adCount, url: `${site}/b/${slug ?? id}` };
}
