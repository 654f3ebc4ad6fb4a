import type { Fetched, SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import type { DemoPicture } from './pictures.ts';
import { mediaHost } from './world.ts';

/** Whether an address is on the host of the demo. */
export function isDemoAddress(address: string): boolean {
  return address.startsWith(`${mediaHost}/`);
}

/** Fetches from the host of the demo without leaving this process, and everything else as before. */
export function withDemoPictures(fetch: SafeFetch): SafeFetch {
  return async (address, options) => {
    if (!isDemoAddress(address)) return fetch(address, options);
    options.signal?.throwIfAborted();
    // Loaded by the first who looks at one: no start waits for it.
    const { demoPicture } = await import('./pictures.ts');
    return answerOf(address, await demoPicture(new URL(address).pathname));
  };
}

function answerOf(address: string, picture: DemoPicture | null): Fetched {
  const noPicture = { contentType: 'text/plain', bytes: Buffer.from('The demo has no video.') };
  const { contentType, bytes } = picture ?? noPicture;
  const status = picture === null ? 404 : 200;
  return { status, address, contentType, headers: { 'content-type': contentType }, bytes };
}
