import { parentPort } from 'node:worker_threads';
import { measureText, type MeasuredText } from './measure.ts';
import type { StyledText, ImageLayout } from './picture.ts';
import { renderImage } from './render.ts';

/** A request to the worker: an image to render, or texts to measure. */
export type WorkerRequest = { readonly picture: ImageLayout } | { readonly texts: readonly StyledText[] };

/** A response of the worker: a PNG, the measured texts, or an error message. */
export interface WorkerResponse {
  readonly png?: Uint8Array;
  readonly measured?: readonly MeasuredText[];
  readonly problem?: string;
}

parentPort?.on('message', (work: WorkerRequest) => {
  void handle(work).then(
    (outcome) => parentPort?.postMessage(outcome),
    (error: unknown) => parentPort?.postMessage({ problem: String(error) }),
  );
});

async function handle(work: WorkerRequest): Promise<WorkerResponse> {
  return 'picture' in work
    ? { png: await renderImage(work.picture) }
    : { measured: await Promise.all(work.texts.map(measureText)) };
}
