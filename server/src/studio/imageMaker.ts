import { makeDueImages, type MakingParts } from './makeImages.ts';

/** Makes images on one node, as long as that runs. */
export interface ImageMaker {
  /** Says that an image may wait. */
  wake(): void;
  /** Gives back what is being made. */
  stop(): Promise<void>;
}

/** When it looks by itself: for what a node left that was killed, and for what nobody told of. */
const lookMilliseconds = 5000;

/** Every node has one: so it needs nobody but itself to make what waits, whichever other nodes come and go. */
export function startImageMaker(parts: MakingParts, everyMilliseconds = lookMilliseconds): ImageMaker {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isWokenAgain = false;
  const look = (): void => {
    if (stopping.signal.aborted) return;
    isWokenAgain = running !== null;
    running ??= makeDueImages(parts, stopping.signal)
      .catch((error: unknown) => parts.log.error({ err: error }, 'images wait until they can be made'))
      .finally(() => {
        running = null;
        if (isWokenAgain) look();
      });
  };
  const clock = setInterval(look, everyMilliseconds);
  look();
  return {
    wake: look,
    stop: async () => {
      stopping.abort();
      clearInterval(clock);
      await running;
    },
  };
}
