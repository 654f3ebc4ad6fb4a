import { parentPort } from 'node:worker_threads';
import type { Picture } from './picture.ts';
import { renderPicture } from './render.ts';

/** What the thread of `drawing.ts` runs: a picture comes in, a PNG or a sentence on what failed goes out. */
parentPort?.on('message', (picture: Picture) => {
  void renderPicture(picture).then(
    (png) => parentPort?.postMessage({ png }),
    (error: unknown) => parentPort?.postMessage({ problem: String(error) }),
  );
});
