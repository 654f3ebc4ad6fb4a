import { pastShares } from '../ads/past/memoryShares.ts';
import type { ReadPastAdvertisers } from '../ads/past/pastAdvertisers.ts';
import { createPastFigures } from '../ads/past/pastFigures.ts';
import { bytesPerMegabyte, type Config } from '../config/config.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import type { ImageRenderer } from '../integrations/drawing/drawing.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import { boardsRouter } from './boards.ts';
import { commentsRouter } from './comments.ts';
import { creativesZip } from './creativesZip.ts';
import { adLookup, detailsRouter, type LibraryParts } from './details.ts';
import { getManyHandler } from './getMany.ts';
import { labelsRouter, organizingRouter } from './labels.ts';
import { csvExport, filterValuesHandler, listHandler } from './listAds.ts';
import { fileKey, openPicture } from './media/storePicture.ts';
import { createPublicSite } from './public/publicSite.ts';
import { savedAdsRouter } from './savedAds.ts';

interface BoardsDeps extends Omit<LibraryParts, 'readPastFigures'> {
  readonly config: Pick<Config, 'researchCacheMegabytes'>;
  readonly readPastAdvertisers: ReadPastAdvertisers;
  readonly db: PostgresEngine;
  readonly files: FileStore;
  readonly drawing: ImageRenderer;
}

export function createBoards(parts: BoardsDeps) {
  const { db, files, config } = parts;
  const maxBytes = Math.floor(config.researchCacheMegabytes * bytesPerMegabyte * pastShares.details);
  const deps = { ...parts, readPastFigures: createPastFigures({ ...parts, maxBytes }) };
  return {
    procedures: {
      boards: boardsRouter,
      labels: labelsRouter,
      comments: commentsRouter,
      ads: {
        ...savedAdsRouter(deps),
        ...organizingRouter,
        ...detailsRouter(deps),
        getMany: getManyHandler(deps),
        list: listHandler(deps),
        getFilterValues: filterValuesHandler,
      },
    },
    findReadableAd: adLookup(deps),
    exportCsv: csvExport(db.forExports, deps),
    openCreatives: creativesZip(db.forExports, files),
    openPicture: openPicture(db, files),
    readKeptFile: (sha256: string) => files.read(fileKey(sha256)),
    publicBoards: createPublicSite(deps),
  };
}
