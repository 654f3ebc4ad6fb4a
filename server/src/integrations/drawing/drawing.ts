import { MagpieError } from '@magpie/contract/errors';
import { createWorkerThread } from '../workerThread.ts';
import type { MeasuredText } from './measure.ts';
import type { StyledText, ImageLayout } from './imageLayout.ts';
import type { RenderResult, RenderTask } from './render.ts';

/** Renders images as PNG, one at a time, in a worker thread that ends when idle. */
export interface ImageRenderer {
  render(picture: ImageLayout): Promise<Buffer>;
  measure(texts: readonly StyledText[]): Promise<readonly MeasuredText[]>;
  close(): Promise<void>;
}

/** The worker always runs the compiled file, also when the rest runs from sources. */
const workerFile = new URL('../../../dist/integrations/drawing/render.js', import.meta.url);

const maxQueued = 31;
const defaultLimitMilliseconds = 15_000;

/** @param limitMilliseconds Rendering an image fails after this time. */
export function createImageRenderer(limitMilliseconds = defaultLimitMilliseconds): ImageRenderer {
  const thread = createWorkerThread<RenderTask, RenderResult>({
    file: workerFile,
    idleMilliseconds: 60_000,
    maxMegabytes: 256,
    queue: {
      maxQueued,
      busy: () => unavailable('Too many images are being rendered right now; try again in a moment.'),
    },
  });
  const run = async (task: RenderTask): Promise<RenderResult> => {
    try {
      return await thread.run(task, limitMilliseconds);
    } catch (cause) {
      if (cause instanceof MagpieError) throw cause;
      if (cause instanceof Error && cause.name === 'AbortError') {
        throw unavailable('The image took too long to render; try again in a moment.');
      }
      throw new Error('The image could not be rendered.', { cause });
    }
  };
  return {
    render: async (picture) => Buffer.from((await run({ picture })).png ?? []),
    measure: async (texts) => (await run({ texts })).measured ?? [],
    close: thread.close,
  };
}

function unavailable(message: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: 5 });
}
