import { MagpieError } from '@magpie/contract/errors';
import type { Finding } from './findings.ts';
import { type FetchedPage, inspectPage } from './inspectPage.ts';

/** The response of the thread: the product data of a page, or the reason why there is none. */
export type Outcome =
  | { readonly finding: Finding }
  | { readonly refusal: Pick<MagpieError, 'code' | 'message' | 'details'> };

/** Runs in the thread. Any other error rejects the request. */
export default function readPage(page: FetchedPage): Outcome {
  try {
    // Buffers arrive as Uint8Array.
    return { finding: inspectPage({ ...page, bytes: Buffer.from(page.bytes) }) };
  } catch (error) {
    if (!(error instanceof MagpieError)) throw error;
    const { code, message, details } = error;
    return { refusal: { code, message, details } };
  }
}
