import { MagpieError } from '@magpie/contract/errors';
import { createWorkerThread } from '../../integrations/workerThread.ts';
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
  const run = createWorkerThread<FetchedPage, Outcome>({
    file: threadFile,
    idleMilliseconds,
    maxMegabytes: 256,
  });
  return async (page, milliseconds = timeoutMilliseconds) => {
    const { status, address, contentType, bytes } = page;
    const outcome = await run({ status, address, contentType, bytes }, milliseconds).catch(
      (error: unknown) => {
        throw isLimitError(error) ? pageTooComplex(page, error) : error;
      },
    );
    if ('finding' in outcome) return outcome.finding;
    const { code, message, details } = outcome.refusal;
    throw new MagpieError(code, message, details);
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
