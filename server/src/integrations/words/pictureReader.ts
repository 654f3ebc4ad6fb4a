import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { InvalidImage } from '../images/checkImage.ts';
import { toGrayPicture } from './grayPicture.ts';
import type { GrayPicture, PictureLine } from './recognizer.ts';
import type { ReaderReply } from './readerProcess.ts';

/** Reads words in pictures, one picture at a time, in a process of the lowest priority. */
export interface PictureReader {
  /** Lines from top to bottom within each block; none if it finds no words. */
  read(bytes: Buffer): Promise<readonly PictureLine[]>;
  /** Ends the process. A later picture starts another one. */
  close(): Promise<void>;
}

/** The process takes 200 MB, which smaller machines need for the engines. */
const minMemory = 4_000_000_000;

export function readsPictureWords(setting: 'auto' | 'on' | 'off', memory = availableMemory()): boolean {
  return setting === 'on' || (setting === 'auto' && memory >= minMemory);
}

/** In bytes, of the machine or of the container that this process runs in. */
function availableMemory(): number {
  return Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** The picture was not read, and another attempt would fail too. The message is one sentence. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
}

/** Null if the picture cannot be read, so that it is not tried again. */
export async function readIfPossible(
  reader: PictureReader,
  bytes: Buffer,
  onFailure: (error: UnreadablePicture) => void,
): Promise<readonly PictureLine[] | null> {
  try {
    return await reader.read(bytes);
  } catch (error) {
    if (error instanceof InvalidImage) return null;
    if (!(error instanceof UnreadablePicture)) throw error;
    onFailure(error);
    return null;
  }
}

/** The process always runs the compiled file, also when the rest runs from sources. */
const processFile = new URL('../../../dist/integrations/words/readerProcess.js', import.meta.url);

const defaultLimitMilliseconds = 60_000;

export function createPictureReader(limitMilliseconds = defaultLimitMilliseconds): PictureReader {
  let running: ChildProcess | null = null;
  const start = (): ChildProcess => {
    // Advanced serialization copies the pixels as bytes. The recognizer needs no environment and no options of this process.
    const child = fork(fileURLToPath(processFile), {
      execArgv: [],
      env: {},
      serialization: 'advanced',
      stdio: 'ignore',
    } as const);
    running = child;
    const forget = (): void => {
      if (running === child) running = null;
    };
    // Without a pid it was not started, so it does not exit.
    child.on('error', () => child.pid === undefined && forget());
    child.once('exit', forget);
    return child;
  };
  const close = async (): Promise<void> => {
    const child = running;
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    read: async (bytes) => {
      const picture = await toGrayPicture(bytes);
      const reply = await requestLines(running ?? start(), picture, limitMilliseconds);
      if (reply !== null && 'lines' in reply) return reply.lines;
      await close();
      throw new UnreadablePicture(
        reply === null
          ? 'Reading the words of the picture took too long, or the process that reads them ended.'
          : reply.error,
      );
    },
    close,
  };
}

/** Null if the process ends or takes too long. */
async function requestLines(child: ChildProcess, picture: GrayPicture, limitMilliseconds: number) {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(limitMilliseconds)]);
  try {
    const replied = once(child, 'message', { signal }).then(([reply]) => reply as ReaderReply);
    const ended = once(child, 'exit', { signal }).then(() => null);
    // Sending to a process that has just ended fails; its exit is the outcome.
    child.send(picture, () => undefined);
    return await Promise.race([replied, ended]);
  } catch {
    return null;
  } finally {
    settled.abort();
  }
}
