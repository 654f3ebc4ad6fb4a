import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MagpieError } from '@magpie/contract/errors';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import type { Finding } from './findings.ts';
import type { FetchedPage } from './inspectPage.ts';
import type { Outcome } from './thread.ts';

/** The thread runs compiled code even if the rest runs from sources. */
const threadFile = new URL('../../../dist/studio/inspect/thread.js', import.meta.url);

/** Usual pages take milliseconds, adversarial ones about a second. */
const timeoutMilliseconds = 5000;
const idleMilliseconds = 60_000;

type ReadPage = (page: FetchedPage, milliseconds?: number) => Promise<Finding>;

/** Parses pages one at a time in a thread, which is terminated if a page takes too long, so that no page blocks the service. */
export function createPageReader(): ReadPage {
  const inTurn = createConcurrencyLimit({ maxConcurrent: 1 });
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };
  return async (page, milliseconds = timeoutMilliseconds) => {
    const outcome = await inTurn(async () => {
      clearTimeout(idle);
      thread ??= startThread();
      try {
        return await runInThread(thread, page, milliseconds);
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
  // Pending requests see the error; without a listener, a late error would end the process.
  thread.on('error', () => undefined).unref();
  return thread;
}

async function runInThread(thread: Worker, page: FetchedPage, milliseconds: number): Promise<Outcome> {
  const { status, address, contentType, bytes } = page;
  thread.postMessage({ status, address, contentType, bytes } satisfies FetchedPage);
  try {
    const [outcome] = await once(thread, 'message', { signal: AbortSignal.timeout(milliseconds) });
    return outcome as Outcome;
  } catch (error) {
    throw isLimitError(error) ? pageTooComplex(page, error) : error;
  }
}

/** Time or memory limit; anything else is a bug. */
function isLimitError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function pageTooComplex({ address, bytes }: FetchedPage, cause: unknown): MagpieError {
  return new MagpieError('UNPROCESSABLE_CONTENT', 'The page takes too long to process; try a simpler page.', {
    found: { url: address, bytes: bytes.length },
    cause,
  });
}
