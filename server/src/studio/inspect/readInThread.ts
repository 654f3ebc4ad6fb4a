import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MagpieError } from '@magpie/contract/errors';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import type { Finding } from './findings.ts';
import type { FetchedPage } from './inspectPage.ts';
import type { Outcome } from './thread.ts';

/** A thread runs what was compiled, also where the rest is run from its sources. */
const threadFile = new URL('../../../dist/studio/inspect/thread.js', import.meta.url);

/** Pages take milliseconds, and the largest that are made for it about a second. */
const longestMilliseconds = 5000;
const idleMilliseconds = 60_000;

type ReadPage = (page: FetchedPage, milliseconds?: number) => Promise<Finding>;

/** Reads pages one after another in a thread, which is ended with a page that takes too long: none stops the service. */
export function readInThread(): ReadPage {
  const inTurn = createConcurrencyLimit({ atOnce: 1 });
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };
  return async (page, milliseconds = longestMilliseconds) => {
    const outcome = await inTurn(async () => {
      clearTimeout(idle);
      thread ??= startThread();
      try {
        return await outcomeOf(thread, page, milliseconds);
      } catch (error) {
        await end();
        throw error;
      } finally {
        idle = setTimeout(() => void end(), idleMilliseconds).unref();
      }
    });
    if ('finding' in outcome) return outcome.finding;
    throw new MagpieError(outcome.refusal.code, outcome.refusal.message, { found: outcome.refusal.found });
  };
}

function startThread(): Worker {
  const thread = new Worker(threadFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  // Whoever waits for a page is told; without a listener an error that comes too late would end the process.
  thread.on('error', () => undefined).unref();
  return thread;
}

async function outcomeOf(thread: Worker, page: FetchedPage, milliseconds: number): Promise<Outcome> {
  const { status, address, contentType, bytes } = page;
  thread.postMessage({ status, address, contentType, bytes } satisfies FetchedPage);
  try {
    const [outcome] = await once(thread, 'message', { signal: AbortSignal.timeout(milliseconds) });
    return outcome as Outcome;
  } catch (error) {
    throw isTooMuch(error) ? tooMuch(page, error) : error;
  }
}

/** Of time or of memory; what else ends the thread is a mistake of ours. */
function isTooMuch(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch({ address, bytes }: FetchedPage, cause: unknown): MagpieError {
  return new MagpieError(
    'UNPROCESSABLE_CONTENT',
    'The page takes too long to be read; give the address of a simpler one.',
    { found: { url: address, bytes: bytes.length }, cause },
  );
}
