import { bytesPerMegabyte, type Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import { openTextModel } from '../integrations/textModel.ts';
import { aiImagesRouter } from './aiImages.ts';
import { brandImagesRouter } from './brandImages.ts';
import { clonePayloadHandler } from './clone/payload.ts';
import { createCopywriter } from './clone/improve.ts';
import { cloneProductsRouter } from './cloneProducts.ts';
import { inspectHandler } from './inspect/inspectWebsite.ts';
import { createLinks, openLinked } from './links.ts';
import { createStudioFiles } from './storedFiles.ts';
import { createReferenceReader } from './reference/readReference.ts';
import type { StudioParts } from './studio.ts';

type StudioDeps = Pick<
  StudioParts,
  'aliases' | 'fetch' | 'drawing' | 'makers' | 'findReadableAd' | 'findLogo' | 'now'
> & {
  readonly config: Config;
  readonly db: Postgres;
  readonly files: FileStore;
  readonly log: Logger;
  readonly secret: string;
  readonly siteUrl: () => string;
  /** A stored picture of a saved ad. */
  readonly readKeptFile: (sha256: string) => Promise<Buffer | null>;
};

export function createStudio(deps: StudioDeps) {
  const { config, db, files, log, secret } = deps;
  const textModel = openTextModel(config);
  const parts: StudioParts = {
    ...deps,
    files: createStudioFiles(deps),
    links: createLinks(deps),
    respectsRobots: config.robots === 'respect',
    readReference: createReferenceReader(deps),
    copywriter: textModel && createCopywriter(textModel, log),
    maxBytes: config.studioMegabytes * bytesPerMegabyte,
  };
  return {
    procedures: {
      ads: { getClonePayload: clonePayloadHandler(parts) },
      aiImages: aiImagesRouter(parts),
      brandImages: brandImagesRouter(parts),
      cloneProducts: { ...cloneProductsRouter, inspectWebsite: inspectHandler(parts) },
    },
    openLinked: openLinked(db, files, secret),
  };
}
