import { parentPort } from 'node:worker_threads';
import { MagpieError } from '@magpie/contract/errors';
import type { Finding } from './findings.ts';
import { type FetchedPage, inspectPage } from './inspectPage.ts';

/** What comes back from the thread of `readInThread.ts`: what a page says, or why nothing was taken from it. */
export type Outcome =
  | { readonly finding: Finding }
  | { readonly refusal: Pick<MagpieError, 'code' | 'message' | 'found'> };

parentPort?.on('message', (page: FetchedPage) => parentPort?.postMessage(outcomeOf(page)));

/** Any other error ends the thread, and with its sentence whoever waits. */
function outcomeOf(page: FetchedPage): Outcome {
  try {
    // Buffers come as plain bytes.
    return { finding: inspectPage({ ...page, bytes: Buffer.from(page.bytes) }) };
  } catch (error) {
    if (!(error instanceof MagpieError)) throw error;
    const { code, message, found } = error;
    return { refusal: { code, message, found } };
  }
}
