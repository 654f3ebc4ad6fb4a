import { retryAfterSeconds } from '@magpie/contract/retryAfter';

/** A service configured by the operator returned no response. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly reason: 'time' | 'size' | 'unreachable';

  constructor(reason: ServiceError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface ServiceCall {
  readonly key: string | null;
  readonly body: unknown;
  readonly maxBytes: number;
  readonly milliseconds: number;
  readonly signal?: AbortSignal;
}

/** A response of any status; redirects are not followed. */
export interface ServiceResponse {
  readonly status: number;
  /** `Retry-After` in milliseconds; null without one. */
  readonly retryAfter: number | null;
  readonly text: string;
}

/** The URL of an OpenAI-compatible endpoint. The configured URL may already contain the version and the path. */
export function serviceUrl(address: string, path: string): URL {
  const url = new URL(address);
  const base = url.pathname.replace(/\/$/, '');
  if (base.endsWith(`/${path}`)) return url;
  url.pathname = /\/v\d+$/.test(base) ? `${base}/${path}` : `${base}/v1/${path}`;
  return url;
}

/** Calls a service configured by the operator, which may be in a private network, or throws `ServiceError`. */
export async function callService(url: URL, call: ServiceCall): Promise<ServiceResponse> {
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
      // The key must not be sent to another host.
      redirect: 'manual',
      signal,
    });
    const seconds = retryAfterSeconds(response.headers.get('retry-after'));
    const retryAfter = seconds === null ? null : seconds * 1000;
    return { status: response.status, retryAfter, text: await readText(response, call.maxBytes) };
  } catch (error) {
    call.signal?.throwIfAborted();
    if (error instanceof ServiceError) throw error;
    const seconds = call.milliseconds / 1000;
    if (tooLate.aborted) throw new ServiceError('time', `did not answer within ${seconds} seconds`, error);
    throw new ServiceError('unreachable', 'could not be reached', error);
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) {
      throw new ServiceError(
        'size',
        `sent more than ${Math.floor(maxBytes / 1024 / 1024)} MB for one request`,
      );
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
