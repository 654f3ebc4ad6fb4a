import { Readable } from 'node:stream';
import { mediaHost } from '@magpie/demo/demoSeed';
import { contentRange, parseByteRange } from '../../integrations/byteRange.ts';
import type { FetchResponse, SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import type { SafeStream, StreamResponse } from '../../integrations/safeFetch/safeStream.ts';

export function isDemoAddress(address: string): boolean {
  return address.startsWith(`${mediaHost}/`);
}

interface DemoFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

async function renderFile(address: string): Promise<DemoFile | null> {
  const path = new URL(address).pathname;
  // Loaded on first use, so that startup is not delayed.
  if (path.endsWith('.mp4')) {
    const { renderDemoVideo } = await import('@magpie/demo/videos');
    const bytes = await renderDemoVideo(path);
    return bytes === null ? null : { contentType: 'video/mp4', bytes };
  }
  const { renderDemoImage } = await import('@magpie/demo/images');
  return renderDemoImage(path);
}

/** Renders the pictures and videos of demo ads instead of fetching them. */
export function withDemoImages(fetch: SafeFetch): SafeFetch {
  return async (address, options) => {
    if (!isDemoAddress(address)) return fetch(address, options);
    options.signal?.throwIfAborted();
    return toResponse(address, await renderFile(address));
  };
}

function toResponse(address: string, file: DemoFile | null): FetchResponse {
  const noFile = { contentType: 'text/plain', bytes: Buffer.from('The demo has no such file.') };
  const { contentType, bytes } = file ?? noFile;
  const status = file === null ? 404 : 200;
  return { status, address, contentType, headers: { 'content-type': contentType }, bytes };
}

/** Browsers request a video in several parts. */
const recentVideos = 8;

export function withDemoVideos(stream: SafeStream): SafeStream {
  const recent = new Map<string, Promise<DemoFile | null>>();
  return async (address, options) => {
    if (!isDemoAddress(address)) return stream(address, options);
    options.signal.throwIfAborted();
    const rendering = recent.get(address) ?? renderFile(address);
    recent.delete(address);
    recent.set(address, rendering);
    for (const oldest of recent.keys()) if (recent.size > recentVideos) recent.delete(oldest);
    return toStream(await rendering, options.range);
  };
}

function toStream(file: DemoFile | null, header: string | undefined): StreamResponse {
  if (file === null) return { status: 404, headers: {}, body: Readable.from([]) };
  const { contentType, bytes } = file;
  const range = parseByteRange(header, bytes.length);
  if (range === 'outside') {
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, body: Readable.from([]) };
  }
  const part = range === null ? bytes : bytes.subarray(range.start, range.end + 1);
  const headers = {
    'content-type': contentType,
    'content-length': String(part.length),
    'accept-ranges': 'bytes',
    ...(range !== null && { 'content-range': contentRange(range, bytes.length) }),
  };
  return { status: range === null ? 200 : 206, headers, body: Readable.from([part]) };
}
