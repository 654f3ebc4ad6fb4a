import type { IncomingHttpHeaders } from 'node:http';
import {
  asFetchRefused,
  checkedSending,
  discard,
  inTime,
  type SafeFetchParts,
  type Send,
} from './safeFetch.ts';
import { targetOf } from './target.ts';

export interface Posting {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the answer, which is read and dropped; from there on it is cut off. */
  readonly mostBytes: number;
  /** For everything together: names, connections, and the answer to its end. */
  readonly milliseconds: number;
  /** Ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** An answer of any status; a redirect is one like another, and is not followed. */
export interface Posted {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Sends something to an address that somebody gave, or throws `FetchRefused`. */
export type SafePost = (address: string, posting: Posting) => Promise<Posted>;

export function createSafePost(parts: SafeFetchParts): SafePost {
  const send = checkedSending(parts);
  return async (address, posting) => {
    const target = targetOf(address);
    return inTime(target, posting, (signal) => post(send, target, posting, signal));
  };
}

async function post(
  send: Send,
  target: URL,
  { body, headers, mostBytes }: Posting,
  signal: AbortSignal,
): Promise<Posted> {
  try {
    const response = await send(target, { method: 'POST', body, headers, signal });
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) break;
    }
    discard(response);
    return { status: response.statusCode, headers: response.headers };
  } catch (error) {
    throw asFetchRefused(error, target);
  }
}
