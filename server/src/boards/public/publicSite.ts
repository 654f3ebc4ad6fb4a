import type { PublicBoardPage } from '@magpie/contract';
import type { ImageRenderer } from '../../integrations/drawing/drawing.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { writeJson } from '../../integrations/json.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { fileKey } from '../media/storePicture.ts';
import { boardHtml, adCountLabel, noticeHtml } from './boardHtml.ts';
import { previewOf } from './preview.ts';
import { createPreviews, type DrawnPreview } from './previews.ts';
import { findPublicBoard, publicBoardPage } from './publicBoards.ts';
import type { PublishedBoardRow } from './publicBoards.sql.ts';
import { contentSecurityPolicy } from './style.ts';
import { viewCounter, type BoardVisitor } from './visitors.ts';

interface PublicSiteParts {
  readonly db: Postgres;
  readonly drawing: ImageRenderer;
  readonly files: Pick<FileStore, 'read'>;
  /** The base URL of this service. */
  readonly siteAddress: () => string;
}

export function createPublicSite({ db, drawing, files, siteAddress }: PublicSiteParts) {
  const previews = createPreviews(drawing, (sha256) => files.read(fileKey(sha256)));
  const countView = viewCounter(db);
  const view = (board: PublishedBoardRow) => {
    const page = (cursor: number | null): Promise<PublicBoardPage> =>
      publicBoardPage(db, board, cursor, siteAddress());
    return {
      slug: board.slug,
      html: async (cursor: number | null): Promise<string> =>
        boardHtml(await page(cursor), cursor, siteAddress()),
      json: async (cursor: number | null): Promise<string> => writeJson(await page(cursor)),
      preview: async (): Promise<DrawnPreview> =>
        previews(previewOf(await page(null), adCountLabel(board.adCount), siteAddress())),
      countView: (visitor: BoardVisitor): Promise<void> => countView(board.id, visitor),
    };
  };
  return {
    contentSecurityPolicy,
    noticeHtml,
    find: async (name: string) => {
      const board = await findPublicBoard(db, name);
      return board === null ? null : view(board);
    },
  };
}
