import { mostPictureBytes } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { FetchRefused } from '../integrations/safeFetch/fetchRefused.ts';
import type { Fetched, SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { codesOfRefusals } from './fetchRefusals.ts';
import { preparePicture, type Prepared } from './pictures.ts';

const milliseconds = 15_000;
/** What it is, rather than what is smallest. */
const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif;q=0.9';

/** Fetches a picture of a website: 400 for an address that may not be fetched, 422 for no picture there, 504 for no answer. */
export async function fetchPicture(fetch: SafeFetch, address: string): Promise<Prepared> {
  const { status, bytes } = await answerOf(fetch, address);
  if (status === 200) return preparePicture(bytes, 'UNPROCESSABLE_CONTENT');
  throw new MagpieError(
    'UNPROCESSABLE_CONTENT',
    `The host answered with status ${status} instead of a picture.`,
  );
}

async function answerOf(fetch: SafeFetch, address: string): Promise<Fetched> {
  try {
    return await fetch(address, { mostBytes: mostPictureBytes, milliseconds, accept });
  } catch (error) {
    if (error instanceof FetchRefused) throw new MagpieError(codesOfRefusals[error.reason], error.message);
    throw error;
  }
}
