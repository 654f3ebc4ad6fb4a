import { Worker } from 'node:worker_threads';
import { MagpieError } from '@magpie/contract/errors';
import type { MeasuredText } from './measure.ts';
import type { StyledText, ImageLayout } from './picture.ts';
import type { WorkerResponse, WorkerRequest } from './thread.ts';

/** Renders images as PNG, one at a time, in a worker thread that ends when idle. */
export interface ImageRenderer {
  render(picture: ImageLayout): Promise<Buffer>;
  /** The widths of the words of some texts. */
  measure(texts: readonly StyledText[]): Promise<readonly MeasuredText[]>;
  close(): Promise<void>;
}

/** The worker always runs the compiled file, also when the rest runs from sources. */
const workerFile = new URL('../../../dist/integrations/drawing/thread.js', import.meta.url);

const maxQueued = 32;
const defaultLimitMilliseconds = 15_000;
const idleMilliseconds = 60_000;
/** A worker keeps its fonts in memory, so it is replaced regularly. */
const maxImagesPerWorker = 100;

/** @param limitMilliseconds Rendering an image fails after this time. */
export function createImageRenderer(limitMilliseconds = defaultLimitMilliseconds): ImageRenderer {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let drawn = 0;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    drawn = 0;
    await ending?.terminate();
  };
  const doNow = async (work: WorkerRequest): Promise<WorkerResponse> => {
    if (drawn >= maxImagesPerWorker) await end();
    clearTimeout(idle);
    drawn += 1;
    thread ??= startWorker((ended) => {
      if (thread === ended) thread = null;
    });
    try {
      return await runOnWorker(thread, work, limitMilliseconds);
    } catch (error) {
      await end();
      throw error;
    } finally {
      idle = setTimeout(() => void end(), idleMilliseconds).unref();
    }
  };
  const inTurn = async (work: WorkerRequest): Promise<WorkerResponse> => {
    if (waiting >= maxQueued) throw tooManyError();
    waiting += 1;
    const next = last.then(() => doNow(work));
    last = next.catch(() => undefined).finally(() => (waiting -= 1));
    return next;
  };
  return {
    render: async (picture) => Buffer.from((await inTurn({ picture })).png ?? []),
    measure: async (texts) => (await inTurn({ texts })).measured ?? [],
    close: end,
  };
}

function startWorker(whenEnded: (thread: Worker) => void): Worker {
  const thread = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  // The pending request handles the error; without a listener it would end the process.
  thread.on('error', () => undefined).on('exit', () => whenEnded(thread));
  thread.unref();
  return thread;
}

/** On a timeout the caller also ends the worker. */
function runOnWorker(
  thread: Worker,
  work: WorkerRequest,
  limitMilliseconds: number,
): Promise<WorkerResponse> {
  return new Promise((resolve, reject) => {
    const end = (error: Error): void => {
      settle();
      reject(error);
    };
    const fail = (problem: unknown): void =>
      end(new Error('The image could not be rendered.', { cause: problem }));
    const tooLate = setTimeout(() => end(timeoutError()), limitMilliseconds);
    const ended = (): void => fail('The thread ended.');
    const finish = (outcome: WorkerResponse): void => {
      if (outcome.problem !== undefined) return fail(outcome.problem);
      settle();
      resolve(outcome);
    };
    const settle = (): void => {
      clearTimeout(tooLate);
      thread.off('message', finish).off('error', fail).off('exit', ended);
    };
    thread.on('message', finish).on('error', fail).on('exit', ended);
    thread.postMessage(work);
  });
}

function tooManyError(): MagpieError {
  return busy('Too many images are being rendered right now; try again in a moment.');
}

function timeoutError(): MagpieError {
  return busy('The image took too long to render; try again in a moment.');
}

function busy(message: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: 5 });
}
