import { createHmac, randomBytes } from 'node:crypto';
import { type PublicBoardPage, slugPattern, type PublicBoardLink } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { ScorePercentiles } from '../../ads/percentiles.ts';
import { shortenEntries } from '../../ads/shorten.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { ImageRenderer } from '../../integrations/drawing/drawing.ts';
import { writeJson } from '../../integrations/json.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { decodeCursor, listKey, pageFrom } from '../../rpc/cursor.ts';
import { countView, readDailySalt } from '../boards.sql.ts';
import { fileKey, findKeptUrls } from '../media/storePicture.ts';
import { presentSaved } from '../presentSaved.ts';
import { adCountLabel, boardHtml, boardSecurityPolicy, noticeHtml } from './boardHtml.ts';
import { buildPreview, createPreviews, type DrawnPreview } from './preview.ts';
import * as sql from './publicBoards.sql.ts';

interface PublicSiteParts {
  readonly db: Postgres;
  readonly drawing: ImageRenderer;
  readonly files: Pick<FileStore, 'read'>;
  readonly siteAddress: () => string;
  readonly readRanking: ScorePercentiles;
}

export function createPublicSite(parts: PublicSiteParts) {
  const { db, drawing, files, siteAddress } = parts;
  const previews = createPreviews(drawing, (sha256) => files.read(fileKey(sha256)));
  const recordView = viewCounter(db);
  const view = (board: sql.PublishedBoardRow) => {
    const page = (cursor: number | null): Promise<PublicBoardPage> => publicBoardPage(parts, board, cursor);
    return {
      slug: board.slug,
      html: async (cursor: number | null): Promise<string> =>
        boardHtml(await page(cursor), { cursor, site: siteAddress(), logo: board.logo }),
      json: async (cursor: number | null): Promise<string> => writeJson(await page(cursor)),
      preview: async (): Promise<DrawnPreview> =>
        previews(buildPreview(await page(null), adCountLabel(board.adCount), siteAddress())),
      countView: (visitor: BoardVisitor): Promise<void> => recordView(board.id, visitor),
    };
  };
  return {
    contentSecurityPolicy: boardSecurityPolicy,
    noticeHtml,
    find: async (name: string) => {
      const board = await findPublicBoard(db, name);
      return board === null ? null : view(board);
    },
  };
}

const adsPerPage = 48;
const maxLinkedBoards = 200;

async function findPublicBoard(db: Postgres, name: string): Promise<sql.PublishedBoardRow | null> {
  const id = /^[1-9]\d{0,15}$/.test(name) && Number.isSafeInteger(Number(name)) ? Number(name) : null;
  if (id === null && !slugPattern.test(name)) return null;
  return (await sql.findPublished(db, { slug: id === null ? name : null, id })) ?? null;
}

type PageParts = Pick<PublicSiteParts, 'db' | 'siteAddress' | 'readRanking'>;

async function publicBoardPage(
  parts: PageParts,
  board: sql.PublishedBoardRow,
  cursor: number | null,
): Promise<PublicBoardPage> {
  const { db } = parts;
  const site = parts.siteAddress();
  const list = listKey('/b', { board: board.id });
  const after = cursor === null ? null : await resolveBoardCursor(db, board.id, decodeCursor(list, cursor));
  const rows = await sql.adsOfBoard(db, board.id, after, adsPerPage + 1);
  const { shown, ...rest } = pageFrom(list, rows, adsPerPage);
  const around = await sql.publishedRelatives(db, board, maxLinkedBoards);
  const parent = around.find(({ id }) => id === board.parentBoardId);
  return {
    board: {
      ...linkTo(board, site),
      description: board.description,
      by: board.by,
      updatedAt: board.updatedAt.toISOString(),
      parent: parent === undefined ? null : linkTo(parent, site),
      boards: around.filter((each) => each !== parent).map((each) => linkTo(each, site)),
    },
    ads: await publicAds(parts, shown),
    ...rest,
  };
}

async function resolveBoardCursor(db: Postgres, boardId: number, savedAdId: number) {
  const place = await sql.findPlaceOnBoard(db, boardId, savedAdId);
  if (place !== undefined) return place;
  throw new MagpieError(
    'BAD_REQUEST',
    'The last ad of the previous page is no longer on this board; start again with the first page.',
  );
}

/** Saved ads without private data: notes, labels, stages and boards are removed. */
async function publicAds(
  { db, siteAddress, readRanking }: PageParts,
  rows: Awaited<ReturnType<typeof sql.adsOfBoard>>,
) {
  const site = siteAddress();
  const stored = rows.map((row) => ({ ...row, note: null, boardIds: [], labels: [], stage: null }));
  const ids = rows.map(({ id }) => id);
  const [keptUrls, rank] = await Promise.all([findKeptUrls(db, ids, site), readRanking()]);
  const ads = await shortenEntries(presentSaved(stored, { keptUrls, rank, site }));
  return ads.map(
    ({ note: _note, boardIds: _boardIds, labels: _labels, stage: _stage, savedAs: _savedAs, ...ad }) => ad,
  );
}

function linkTo({ id, name, slug, adCount }: sql.LinkedBoardRow, site: string): PublicBoardLink {
  return { id, name, slug, adCount, url: `${site}/b/${slug ?? id}` };
}

export interface BoardVisitor {
  readonly address: string;
  readonly userAgent: string;
}

/** Counts board views, once per visitor and day. Visitors are identified by a daily, irreversible digest. */
function viewCounter(db: Postgres): (boardId: number, visitor: BoardVisitor) => Promise<void> {
  let daily: { readonly day: string; readonly salt: Promise<Buffer> } | null = null;
  const saltOf = (day: string): Promise<Buffer> => {
    if (daily?.day !== day) {
      const salt = readDailySalt(db, day, randomBytes(32));
      daily = { day, salt };
      salt.catch(() => (daily = null));
    }
    return daily.salt;
  };
  return async (boardId, { address, userAgent }) => {
    const day = new Date().toISOString().slice(0, 10);
    const digest = createHmac('sha256', await saltOf(day))
      .update(`${address}\n${userAgent}`)
      .digest();
    await countView(db, boardId, day, digest);
  };
}
