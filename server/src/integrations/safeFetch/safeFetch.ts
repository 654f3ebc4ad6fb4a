import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { maxResponseHeaderBytes, type SafeFetchParts, type Send } from './connect.ts';
import { hostForMessage, redirectTarget, parseTarget, FetchError } from './target.ts';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface FetchOptions {
  readonly maxBytes: number;
  /** For everything: DNS, connections, redirects and the whole body. */
  readonly milliseconds: number;
  readonly accept?: string;
  /** Default: 5; 0 follows none. */
  readonly maxRedirects?: number;
  /** Called before each request, redirects included; an error aborts the fetch. */
  readonly beforeRequest?: (address: string) => Promise<void>;
  readonly signal?: AbortSignal;
}

export interface FetchResponse {
  readonly status: number;
  readonly address: string;
  readonly contentType: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export type SafeFetch = (address: string, options: FetchOptions) => Promise<FetchResponse>;

export function createSafeFetch(parts: SafeFetchParts): SafeFetch {
  const send = createSafeSender(parts);
  return async (address, options) => {
    const target = parseTarget(address);
    const { accept = '*/*', maxBytes } = options;
    const headers = { accept, 'accept-encoding': acceptedEncodings, 'user-agent': 'Magpie' };
    const handle = (response: Dispatcher.ResponseData, at: URL): Promise<FetchResponse> =>
      readResponse(response, at, maxBytes);
    return withDeadline(target, options, (signal) =>
      follow(send, target, { ...options, headers, handle }, signal),
    );
  };
}

/** Sends requests to untrusted URLs. The client is loaded with the first request to keep the start fast. */
export function createSafeSender(parts: SafeFetchParts): Send {
  let opened: Promise<Send> | undefined;
  return async (target, options) => {
    opened ??= import('./send.ts').then(({ openSender: openSending }) => openSending(parts));
    return (await opened)(target, options);
  };
}

interface Deadline extends Pick<FetchOptions, 'milliseconds' | 'signal'> {
  readonly timeoutPhrase?: string;
}

export async function withDeadline<T>(
  target: URL,
  options: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline(target, options);
  try {
    return await Promise.race([work(deadline.signal), deadline.passed]);
  } finally {
    deadline.stop();
  }
}

/** `passed` rejects at once, also while connecting, which the signal does not interrupt. */
function startDeadline(
  target: URL,
  { milliseconds, signal, timeoutPhrase = 'did not complete its response' }: Deadline,
) {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const passed = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const stopped = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    const message = `The host ${hostForMessage(target)} ${timeoutPhrase} within ${milliseconds} ms.`;
    controller.abort(new FetchError('time', message));
  }, milliseconds);
  signal?.addEventListener('abort', stopped);
  return {
    signal: controller.signal,
    passed,
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stopped);
    },
  };
}

export interface FollowOptions<Answer> extends Pick<FetchOptions, 'maxRedirects' | 'beforeRequest'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly handle: (response: Dispatcher.ResponseData, target: URL) => Answer | Promise<Answer>;
}

export async function follow<Answer extends object>(
  send: Send,
  start: URL,
  options: FollowOptions<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const { maxRedirects = 5, beforeRequest } = options;
  let target = start;
  for (let redirects = 0; ; redirects++) {
    await beforeRequest?.(target.href);
    const result = await sendOnce(send, target, options, signal);
    if (!('location' in result)) return result;
    if (redirects === maxRedirects) {
      throw new FetchError(
        'redirects',
        `The host ${hostForMessage(start)} redirects more than ${maxRedirects} times.`,
      );
    }
    target = redirectTarget(target, result.location);
  }
}

interface Redirect {
  readonly location: string;
}

async function sendOnce<Answer extends object>(
  send: Send,
  target: URL,
  { headers, handle }: FollowOptions<Answer>,
  signal: AbortSignal,
): Promise<Answer | Redirect> {
  try {
    const response = await send(target, { headers, signal });
    const { location } = response.headers;
    if (redirectStatuses.has(response.statusCode) && typeof location === 'string') {
      discard(response);
      return { location };
    }
    return await handle(response, target);
  } catch (error) {
    throw toFetchError(error, target);
  }
}

async function readResponse(
  response: Dispatcher.ResponseData,
  target: URL,
  maxBytes: number,
): Promise<FetchResponse> {
  const { statusCode, headers, body } = response;
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    discard(response);
    throw tooLargeError(maxBytes);
  }
  const encoding = String(headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  const contentType = headers['content-type'];
  return {
    status: statusCode,
    address: target.href,
    contentType: typeof contentType === 'string' ? contentType : null,
    headers,
    bytes: await readBody(body, encoding, maxBytes),
  };
}

/** Closes the connection without reading the rest, and ignores the error event that follows. */
export function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {}).destroy();
}

export function toFetchError(error: unknown, target: URL): unknown {
  if (error instanceof FetchError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  const host = `The host ${hostForMessage(target)}`;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchError(
      'size',
      `${host} sent more than ${maxResponseHeaderBytes} bytes of headers.`,
      error,
    );
  }
  if (/^UND_ERR_\w+_TIMEOUT$/.test(code)) {
    return new FetchError('time', `${host} did not answer in time.`, error);
  }
  // Error codes of zlib and Brotli.
  if (/^(?:Z_|ERR__ERROR_FORMAT_)/.test(code)) {
    return new FetchError('encoding', `${host} sent a body that cannot be decompressed (${code}).`, error);
  }
  return new FetchError('unreachable', `${host} returned no valid response (${code}).`, error);
}

export const acceptedEncodings = 'gzip, br';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/** Bytes are counted before and after decoding, against endless bodies and decompression bombs. */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return pipeline(body, limitBytes(maxBytes), concat);
  // At most one encoding: each further one multiplies the size of a decompression bomb.
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decoder === undefined) {
    throw new FetchError(
      'encoding',
      `The response has an unsupported content encoding; supported are ${acceptedEncodings}.`,
    );
  }
  return pipeline(body, limitBytes(maxBytes), decoder(), limitBytes(maxBytes), concat);
}

export function tooLargeError(maxBytes: number): FetchError {
  return new FetchError('size', `The response is larger than ${maxBytes} bytes.`);
}

function limitBytes(maxBytes: number): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* counted(source) {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw tooLargeError(maxBytes);
      yield chunk;
    }
  };
}

async function concat(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
