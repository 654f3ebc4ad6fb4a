import { makeDueImages, type MakingParts } from './makeImages.ts';

export type ImageMaker = ReturnType<typeof startImageMaker>;

/** Polling finds images of killed nodes, and notifications that were lost. */
const pollMilliseconds = 5000;

/** Every node runs one, so that images are made whichever other nodes are up. */
export function startImageMaker(parts: MakingParts, everyMilliseconds = pollMilliseconds) {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isWokenAgain = false;
  const poll = (): void => {
    if (stopping.signal.aborted) return;
    isWokenAgain = running !== null;
    running ??= makeDueImages(parts, stopping.signal)
      .catch((error: unknown) => parts.log.error({ err: error }, 'image queue failed'))
      .finally(() => {
        running = null;
        if (isWokenAgain) poll();
      });
  };
  const clock = setInterval(poll, everyMilliseconds);
  poll();
  return {
    wake: poll,
    /** Releases the images in progress. */
    stop: async (): Promise<void> => {
      stopping.abort();
      clearInterval(clock);
      await running;
    },
  };
}
