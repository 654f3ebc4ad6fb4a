import type { FetchResponse, SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import type { DemoImage } from '@magpie/demo/images';
import { mediaHost } from '@magpie/demo/demoSeed';

export function isDemoAddress(address: string): boolean {
  return address.startsWith(`${mediaHost}/`);
}

export function withDemoPictures(fetch: SafeFetch): SafeFetch {
  return async (address, options) => {
    if (!isDemoAddress(address)) return fetch(address, options);
    options.signal?.throwIfAborted();
    // Loaded on first use, so that startup is not delayed.
    const { renderDemoImage } = await import('@magpie/demo/images');
    return toResponse(address, await renderDemoImage(new URL(address).pathname));
  };
}

function toResponse(address: string, picture: DemoImage | null): FetchResponse {
  const noPicture = { contentType: 'text/plain', bytes: Buffer.from('The demo has no video.') };
  const { contentType, bytes } = picture ?? noPicture;
  const status = picture === null ? 404 : 200;
  return { status, address, contentType, headers: { 'content-type': contentType }, bytes };
}
