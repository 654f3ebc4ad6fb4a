import { createLog } from '../config/log.ts';
import { folderStore } from '../integrations/storage/files.ts';
import { createPool } from '../db/postgres/pool.ts';
import { createSafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { makeDueImages, defaultPace } from '../studio/makeImages.ts';
import { createEndpointMaker } from '../studio/makers/endpoint.ts';
import { createStudioFiles } from '../studio/storedFiles.ts';

/** A process that makes images until the tests kill it; started with `startImagesChild`. */
const [connectionString = '', folder = '', address = ''] = process.argv.slice(-3);

const log = createLog('silent');
const db = createPool({ connectionString }, log, 3);
const fetch = createSafeFetch({ allow: [] });
const parts = {
  db,
  files: createStudioFiles({ db, files: folderStore(folder), log }),
  checkStorage: () => Promise.resolve(),
  fetch,
  makers: [createEndpointMaker({ address, key: null, model: 'victim', cost: null, fetch })],
  maxBytes: 1e9,
  room: { enough: () => Promise.resolve(true) },
  pace: defaultPace,
  log,
};

await makeDueImages(parts, new AbortController().signal);
