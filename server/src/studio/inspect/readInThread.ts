import { Piscina } from 'piscina';
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
  const pool = new Piscina<FetchedPage, Outcome>({
    filename: threadFile.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMilliseconds,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // The timeout of a page must not include its time in the queue of the pool.
  const inTurn = createConcurrencyLimit({ maxConcurrent: 1 });
  return async (page, milliseconds = timeoutMilliseconds) => {
    const { status, address, contentType, bytes } = page;
    const outcome = await inTurn(() =>
      pool.run({ status, address, contentType, bytes }, { signal: AbortSignal.timeout(milliseconds) }),
    ).catch((error: unknown) => {
      throw isLimitError(error) ? pageTooComplex(page, error) : error;
    });
    if ('finding' in outcome) return outcome.finding;
    throw new MagpieError(outcome.refusal.code, outcome.refusal.message, { found: outcome.refusal.found });
  };
}

/** Time or memory limit; anything else is a bug. */
function isLimitError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}

function pageTooComplex({ address, bytes }: FetchedPage, cause: unknown): MagpieError {
  return new MagpieError('UNPROCESSABLE_CONTENT', 'The page takes too long to process; try a simpler page.', {
    found: { url: address, bytes: bytes.length },
    cause,
  });
}
