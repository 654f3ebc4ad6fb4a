import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { createSafeSender, discard, follow, withDeadline, tooLargeError } from './safeFetch.ts';
import type { SafeFetchParts } from './connect.ts';
import { parseTarget } from './target.ts';

export interface StreamOptions {
  readonly accept: string;
  readonly range: string | undefined;
  readonly maxBytes: number;
  /** Until the response starts: DNS, connections, redirects. The body has no time limit. */
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

export interface StreamResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be read or destroyed. */
  readonly body: Readable;
}

export type SafeStream = (address: string, options: StreamOptions) => Promise<StreamResponse>;

export function createSafeStream(parts: SafeFetchParts): SafeStream {
  const send = createSafeSender(parts);
  return async (address, options) => {
    const { accept, range, maxBytes, signal } = options;
    const target = parseTarget(address);
    const baseHeaders = { accept, 'accept-encoding': 'identity', 'user-agent': 'Magpie' };
    const headers = range === undefined ? baseHeaders : { ...baseHeaders, range };
    const handle = (response: Dispatcher.ResponseData): StreamResponse => toStream(response, maxBytes);
    return withDeadline(
      target,
      { ...options, timeoutPhrase: 'did not start its response' },
      (deadlineSignal) =>
        follow(send, target, { headers, handle }, AbortSignal.any([signal, deadlineSignal])),
    );
  };
}

function toStream(response: Dispatcher.ResponseData, maxBytes: number): StreamResponse {
  const { statusCode: status, headers, body } = response;
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    discard(response);
    throw tooLargeError(maxBytes);
  }
  let size = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > maxBytes) done(tooLargeError(maxBytes));
      else done(null, chunk);
    },
  });
  // `pipeline` destroys both streams when either fails; their users handle the error.
  pipeline(body, counted, () => undefined);
  return { status, headers, body: counted };
}
