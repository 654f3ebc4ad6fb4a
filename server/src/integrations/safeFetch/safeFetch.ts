import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { acceptedEncodings, readBody, tooLarge } from './body.ts';
import type { Resolve } from './connect.ts';
import { FetchRefused } from './fetchRefused.ts';
import { hostShown, redirectTarget, targetOf } from './target.ts';

/** All header lines of one answer together; some hosts send policies of many kilobytes. */
export const mostHeaderBytes = 32 * 1024;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface FetchOptions {
  /** Of the body, on the wire and decoded. */
  readonly mostBytes: number;
  /** For everything together: names, connections, redirects, and the body to its end. */
  readonly milliseconds: number;
  /** The `Accept` header, by default anything. */
  readonly accept?: string;
  /** By default 5; 0 follows none. */
  readonly mostRedirects?: number;
  /** Asked before each address, also before those of redirects; what it throws ends the fetch. */
  readonly mayVisit?: (address: string) => Promise<void>;
  /** Ends the fetch, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** An answer of any status. */
export interface Fetched {
  readonly status: number;
  /** Where the answer came from, after all redirects. */
  readonly address: string;
  /** As it was sent: which charset the text is in is for the caller to find out. */
  readonly contentType: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Fetches an address that somebody gave, or throws `FetchRefused`. */
export type SafeFetch = (address: string, options: FetchOptions) => Promise<Fetched>;

export interface SafeFetchParts {
  /** `host:port` of those that need not be public, as `Config.fetchAllow` spells them. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}

export function createSafeFetch(parts: SafeFetchParts): SafeFetch {
  const send = checkedSending(parts);
  return async (address, options) => {
    const target = targetOf(address);
    const { accept = '*/*', mostBytes } = options;
    const headers = { accept, 'accept-encoding': acceptedEncodings, 'user-agent': 'Magpie' };
    const take = (response: Dispatcher.ResponseData, at: URL): Promise<Fetched> =>
      answerOf(response, at, mostBytes);
    return inTime(target, options, (signal) => follow(send, target, { ...options, headers, take }, signal));
  };
}

/** Sends one request and gives its answer, whichever it is. */
export type Send = (
  target: URL,
  options: Pick<Dispatcher.RequestOptions, 'headers' | 'signal' | 'body'> & {
    readonly method?: 'GET' | 'POST';
  },
) => Promise<Dispatcher.ResponseData>;

/** What requests to addresses from outside are sent through. It is loaded by the first of them: no start waits for it. */
export function checkedSending(parts: SafeFetchParts): Send {
  let opened: Promise<Send> | undefined;
  return async (target, options) => {
    opened ??= import('./sending.ts').then(({ openSending }) => openSending(parts));
    return (await opened)(target, options);
  };
}

interface Deadline extends Pick<FetchOptions, 'milliseconds' | 'signal'> {
  /** What did not happen in time, after the name of the host. */
  readonly missed?: string;
}

/** Does the work, which is refused when its time is over. */
export async function inTime<T>(
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

/** `passed` rejects at once, also while a connection is being made, which the signal alone would let come to its own end. */
function startDeadline(target: URL, { milliseconds, signal, missed = 'did not answer in full' }: Deadline) {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const passed = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const stopped = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    const message = `The host ${hostShown(target)} ${missed} within ${milliseconds} ms.`;
    controller.abort(new FetchRefused('time', message));
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

/** What becomes of an answer that leads nowhere else. */
export interface Visit<Answer> extends Pick<FetchOptions, 'mostRedirects' | 'mayVisit'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly take: (response: Dispatcher.ResponseData, target: URL) => Answer | Promise<Answer>;
}

/** Asks for an address, and for those that it is redirected to. */
export async function follow<Answer extends object>(
  send: Send,
  start: URL,
  visiting: Visit<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const { mostRedirects = 5, mayVisit } = visiting;
  let target = start;
  for (let redirects = 0; ; redirects++) {
    await mayVisit?.(target.href);
    const visited = await visit(send, target, visiting, signal);
    if (!('location' in visited)) return visited;
    if (redirects === mostRedirects) {
      throw new FetchRefused(
        'redirects',
        `The host ${hostShown(start)} redirects more than ${mostRedirects} times.`,
      );
    }
    target = redirectTarget(target, visited.location);
  }
}

interface Redirect {
  readonly location: string;
}

async function visit<Answer extends object>(
  send: Send,
  target: URL,
  { headers, take }: Visit<Answer>,
  signal: AbortSignal,
): Promise<Answer | Redirect> {
  try {
    const response = await send(target, { headers, signal });
    const { location } = response.headers;
    if (redirectStatuses.has(response.statusCode) && typeof location === 'string') {
      discard(response);
      return { location };
    }
    return await take(response, target);
  } catch (error) {
    throw asFetchRefused(error, target);
  }
}

async function answerOf(response: Dispatcher.ResponseData, target: URL, mostBytes: number): Promise<Fetched> {
  const { statusCode, headers, body } = response;
  if (Number(headers['content-length'] ?? 0) > mostBytes) {
    discard(response);
    throw tooLarge(mostBytes);
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
    bytes: await readBody(body, encoding, mostBytes),
  };
}

/** Closes the connection without reading on. A body that is destroyed says so by an error that nobody waits for. */
export function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {}).destroy();
}

export function asFetchRefused(error: unknown, target: URL): unknown {
  if (error instanceof FetchRefused) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  const host = `The host ${hostShown(target)}`;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchRefused('size', `${host} sends more than ${mostHeaderBytes} bytes of headers.`, error);
  }
  if (/^UND_ERR_\w+_TIMEOUT$/.test(code)) {
    return new FetchRefused('time', `${host} did not answer in time.`, error);
  }
  // As the decoders of gzip and Brotli call it.
  if (/^(?:Z_|ERR__ERROR_FORMAT_)/.test(code)) {
    return new FetchRefused('encoding', `${host} sends what cannot be unpacked (${code}).`, error);
  }
  return new FetchRefused('unreachable', `${host} gave no usable answer (${code}).`, error);
}
