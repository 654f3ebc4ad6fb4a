import { Worker } from 'node:worker_threads';
import { MagpieError } from '@magpie/contract/errors';
import type { MeasuredText } from './measure.ts';
import type { Lettering, Picture } from './picture.ts';
import type { Outcome, Work } from './thread.ts';

/** Draws pictures as PNG, one at a time, in a thread that goes when there is nothing to draw. */
export interface Drawing {
  draw(picture: Picture): Promise<Buffer>;
  /** How wide the words of some texts will be. */
  measure(texts: readonly Lettering[]): Promise<readonly MeasuredText[]>;
  close(): Promise<void>;
}

/** A thread runs what was compiled, also where the rest is run from its sources. */
const threadFile = new URL('../../../dist/integrations/drawing/thread.js', import.meta.url);

const mostWaiting = 32;
const usualLimitMilliseconds = 15_000;
const idleMilliseconds = 60_000;
/** The fonts that a thread has read stay in its memory, so it is replaced from time to time. */
const picturesOfThread = 100;

/** @param limitMilliseconds After so long a picture is given up. */
export function createDrawing(limitMilliseconds = usualLimitMilliseconds): Drawing {
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
  const doNow = async (work: Work): Promise<Outcome> => {
    if (drawn >= picturesOfThread) await end();
    clearTimeout(idle);
    drawn += 1;
    thread ??= startThread((ended) => {
      if (thread === ended) thread = null;
    });
    try {
      return await doneBy(thread, work, limitMilliseconds);
    } catch (error) {
      await end();
      throw error;
    } finally {
      idle = setTimeout(() => void end(), idleMilliseconds).unref();
    }
  };
  const inTurn = async (work: Work): Promise<Outcome> => {
    if (waiting >= mostWaiting) throw tooMany();
    waiting += 1;
    const next = last.then(() => doNow(work));
    last = next.catch(() => undefined).finally(() => (waiting -= 1));
    return next;
  };
  return {
    draw: async (picture) => Buffer.from((await inTurn({ picture })).png ?? []),
    measure: async (texts) => (await inTurn({ texts })).measured ?? [],
    close: end,
  };
}

function startThread(whenEnded: (thread: Worker) => void): Worker {
  const thread = new Worker(threadFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  // Whoever waits for a picture is told; without a listener an error would end the process.
  thread.on('error', () => undefined).on('exit', () => whenEnded(thread));
  thread.unref();
  return thread;
}

/** A picture that takes too long is given up together with its thread. */
function doneBy(thread: Worker, work: Work, limitMilliseconds: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const end = (error: Error): void => {
      settle();
      reject(error);
    };
    const fail = (problem: unknown): void =>
      end(new Error('A picture could not be drawn.', { cause: problem }));
    const tooLate = setTimeout(() => end(tookTooLong()), limitMilliseconds);
    const ended = (): void => fail('The thread ended.');
    const finish = (outcome: Outcome): void => {
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

function tooMany(): MagpieError {
  return busy('Too many pictures are being drawn right now; try again in a moment.');
}

function tookTooLong(): MagpieError {
  return busy('The picture took too long to draw; try again in a moment.');
}

function busy(message: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: 5 });
}
