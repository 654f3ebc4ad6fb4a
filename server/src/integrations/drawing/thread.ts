import { parentPort } from 'node:worker_threads';
import { measureText, type MeasuredText } from './measure.ts';
import type { Lettering, Picture } from './picture.ts';
import { renderPicture } from './render.ts';

/** What the thread of `drawing.ts` is given: a picture to draw, or texts to measure. */
export type Work = { readonly picture: Picture } | { readonly texts: readonly Lettering[] };

/** What comes back: a PNG, or what was measured, or a sentence on what failed. */
export interface Outcome {
  readonly png?: Uint8Array;
  readonly measured?: readonly MeasuredText[];
  readonly problem?: string;
}

parentPort?.on('message', (work: Work) => {
  void done(work).then(
    (outcome) => parentPort?.postMessage(outcome),
    (error: unknown) => parentPort?.postMessage({ problem: String(error) }),
  );
});

async function done(work: Work): Promise<Outcome> {
  return 'picture' in work
    ? { png: await renderPicture(work.picture) }
    : { measured: await Promise.all(work.texts.map(measureText)) };
}
