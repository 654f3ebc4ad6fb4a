import { maxImageBytes } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { FetchError } from '../integrations/safeFetch/fetchError.ts';
import type { FetchResponse, SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { fetchErrorCodes } from './fetchErrors.ts';
import { preparePicture, type Prepared } from './pictures.ts';

const milliseconds = 15_000;
/** Prefers the original format over the smallest one. */
const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif;q=0.9';

/** Fetches a picture: 400 if the address is not allowed, 422 if it is no picture, 504 if the host does not respond. */
export async function fetchPicture(fetch: SafeFetch, address: string): Promise<Prepared> {
  const { status, bytes } = await fetchOrThrow(fetch, address);
  if (status === 200) return preparePicture(bytes, 'UNPROCESSABLE_CONTENT');
  throw new MagpieError(
    'UNPROCESSABLE_CONTENT',
    `The host responded with status ${status} instead of a picture.`,
  );
}

async function fetchOrThrow(fetch: SafeFetch, address: string): Promise<FetchResponse> {
  try {
    return await fetch(address, { maxBytes: maxImageBytes, milliseconds, accept });
  } catch (error) {
    if (error instanceof FetchError) throw new MagpieError(fetchErrorCodes[error.reason], error.message);
    throw error;
  }
}
