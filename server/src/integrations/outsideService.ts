import { retryAfterSeconds } from '@magpie/contract/retryAfter';

/** Why a service that the operator chose gave no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: 'time' | 'size' | 'unreachable';

  constructor(reason: NoAnswer['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface ServiceCall {
  readonly key: string | null;
  readonly body: unknown;
  /** Of the answer. */
  readonly mostBytes: number;
  /** For everything together, to the end of the answer. */
  readonly milliseconds: number;
  /** Ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** An answer of any status; a redirect is one like another. */
export interface ServiceAnswer {
  readonly status: number;
  /** Milliseconds after which it wants to be asked again; null where it does not say. */
  readonly retryAfter: number | null;
  readonly text: string;
}

/** Where a service of OpenAI's manner answers something. Its address may have the version and even the path behind it. */
export function serviceUrl(address: string, path: string): URL {
  const url = new URL(address);
  const base = url.pathname.replace(/\/$/, '');
  if (base.endsWith(`/${path}`)) return url;
  url.pathname = /\/v\d+$/.test(base) ? `${base}/${path}` : `${base}/v1/${path}`;
  return url;
}

/** Asks a service that the operator chose, which may be inside the network, or throws `NoAnswer`. */
export async function askService(url: URL, call: ServiceCall): Promise<ServiceAnswer> {
  const tooLate = AbortSignal.timeout(call.milliseconds);
  const signal = call.signal === undefined ? tooLate : AbortSignal.any([call.signal, tooLate]);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(call.key !== null && { authorization: `Bearer ${call.key}` }),
      },
      body: JSON.stringify(call.body),
      // A key is for the address that it was given for.
      redirect: 'manual',
      signal,
    });
    const seconds = retryAfterSeconds(response.headers.get('retry-after'));
    const retryAfter = seconds === null ? null : seconds * 1000;
    return { status: response.status, retryAfter, text: await boundedText(response, call.mostBytes) };
  } catch (error) {
    call.signal?.throwIfAborted();
    if (error instanceof NoAnswer) throw error;
    const seconds = call.milliseconds / 1000;
    if (tooLate.aborted) throw new NoAnswer('time', `did not answer within ${seconds} seconds`, error);
    throw new NoAnswer('unreachable', 'could not be reached', error);
  }
}

async function boundedText(response: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) {
      throw new NoAnswer('size', `sent more than ${Math.floor(mostBytes / 1024 / 1024)} MB for one request`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
