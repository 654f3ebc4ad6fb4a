import type { IncomingHttpHeaders } from 'node:http';
import { toFetchError, createSafeSender, discard, withDeadline } from './safeFetch.ts';
import type { SafeFetchParts, Send } from './connect.ts';
import { parseTarget } from './target.ts';

export interface PostOptions {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How much of the response is read before it is cut off; it is discarded. */
  readonly maxBytes: number;
  /** For everything: DNS, connection and the whole response. */
  readonly milliseconds: number;
  readonly signal?: AbortSignal;
}

export interface PostResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export type SafePost = (address: string, posting: PostOptions) => Promise<PostResponse>;

export function createSafePost(parts: SafeFetchParts): SafePost {
  const send = createSafeSender(parts);
  return async (address, posting) => {
    const target = parseTarget(address);
    return withDeadline(target, posting, (signal) => post(send, target, posting, signal));
  };
}

async function post(
  send: Send,
  target: URL,
  { body, headers, maxBytes }: PostOptions,
  signal: AbortSignal,
): Promise<PostResponse> {
  try {
    const response = await send(target, { method: 'POST', body, headers, signal });
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) break;
    }
    discard(response);
    return { status: response.statusCode, headers: response.headers };
  } catch (error) {
    throw toFetchError(error, target);
  }
}
