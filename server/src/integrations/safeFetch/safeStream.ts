import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { tooLarge } from './body.ts';
import { checkedSending, discard, follow, inTime, type SafeFetchParts } from './safeFetch.ts';
import { targetOf } from './target.ts';

export interface StreamOptions {
  readonly accept: string;
  /** The `Range` header, if a part is wanted. */
  readonly range: string | undefined;
  /** Of what is sent now. */
  readonly mostBytes: number;
  /** Until the answer begins: names, connections, redirects. How long its body takes is up to whoever reads it. */
  readonly milliseconds: number;
  /** Ends the fetch, and the body when it has begun. */
  readonly signal: AbortSignal;
}

/** An answer of any status. */
export interface Streamed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** To be read or destroyed. */
  readonly body: Readable;
}

/** Begins to fetch an address that somebody gave, as it is sent, or throws `FetchRefused`. */
export type SafeStream = (address: string, options: StreamOptions) => Promise<Streamed>;

export function createSafeStream(parts: SafeFetchParts): SafeStream {
  const send = checkedSending(parts);
  return async (address, options) => {
    const { accept, range, mostBytes, signal } = options;
    const target = targetOf(address);
    const asked = { accept, 'accept-encoding': 'identity', 'user-agent': 'Magpie' };
    const headers = range === undefined ? asked : { ...asked, range };
    const take = (response: Dispatcher.ResponseData): Streamed => streamOf(response, mostBytes);
    return inTime(target, { ...options, missed: 'did not begin to answer' }, (inTimeSignal) =>
      follow(send, target, { headers, take }, AbortSignal.any([signal, inTimeSignal])),
    );
  };
}

function streamOf(response: Dispatcher.ResponseData, mostBytes: number): Streamed {
  const { statusCode: status, headers, body } = response;
  if (Number(headers['content-length'] ?? 0) > mostBytes) {
    discard(response);
    throw tooLarge(mostBytes);
  }
  let size = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > mostBytes) done(tooLarge(mostBytes));
      else done(null, chunk);
    },
  });
  // Whichever end breaks off, the other one hears of it through its own stream.
  pipeline(body, counted, () => undefined);
  return { status, headers, body: counted };
}
