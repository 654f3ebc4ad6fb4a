import { parseExactly } from '@magpie/sources/mapping/exactJson';
import { readCount } from '@magpie/sources/mapping/fields';
import {
  attemptsExhausted,
  ConnectorRefused,
  type ConnectorTools,
  describeState,
  sendRequest,
  waitOrPostpone,
} from './connector.ts';

export interface JsonResponse {
  /** 0: no response. */
  readonly status: number;
  readonly value: unknown;
  /** From `Retry-After`, in milliseconds. */
  readonly wait: number | null;
}

/** How a library answers. */
export interface LibraryApi {
  /** Starts messages to the operator. */
  readonly name: string;
  readonly maxTries: number;
  /** Before the second attempt; doubled for each further one. */
  readonly firstWait: number;
  /** For libraries that report errors with status 200. */
  readStatus?(value: unknown): number;
  /** Without secrets. */
  readReason(value: unknown): string | null;
  /** What to do about a rejected request. */
  advise(status: number): string;
}

export function isTransient(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Sends one request. A response that is not JSON, probably a page of a proxy, counts as an error of the server. */
export async function requestJson(
  tools: ConnectorTools,
  { readStatus = () => 200 }: Pick<LibraryApi, 'readStatus'>,
  url: string,
  init: RequestInit,
): Promise<JsonResponse> {
  const response = await sendRequest(tools, url, init);
  if (response === null) return { status: 0, value: undefined, wait: null };
  const { status, text } = response;
  const seconds = readCount(response.headers.get('retry-after'));
  const wait = seconds === null ? null : Math.max(seconds, 1) * 1000;
  try {
    const value = parseExactly(text);
    return { status: status === 200 ? readStatus(value) : status, value, wait };
  } catch {
    return { status: status === 200 ? 502 : status, value: undefined, wait };
  }
}

/** Retries while a library is busy: after the time that it names, or with exponential backoff. */
export async function withRetries(
  tools: ConnectorTools,
  { name, maxTries, firstWait }: Pick<LibraryApi, 'name' | 'maxTries' | 'firstWait'>,
  attempt: () => Promise<JsonResponse>,
): Promise<JsonResponse> {
  for (let tries = 1; ; tries += 1) {
    const response = await attempt();
    if (!isTransient(response.status) || tries === maxTries) return response;
    const wait = response.wait ?? firstWait * 2 ** (tries - 1);
    await waitOrPostpone(tools, `${name} ${describeState(response.status)}`, wait);
  }
}

/** The response to a request, with any status that a retry cannot change. */
export async function fetchJson(
  tools: ConnectorTools,
  api: LibraryApi,
  url: string,
  init: RequestInit,
): Promise<JsonResponse> {
  const response = await withRetries(tools, api, () => requestJson(tools, api, url, init));
  if (!isTransient(response.status)) return response;
  throw attemptsExhausted(`${api.name} ${describeState(response.status)}`, api.maxTries);
}

export function rejectedQuery(api: LibraryApi, { status, value }: JsonResponse): ConnectorRefused {
  const reason = api.readReason(value);
  const said = reason === null ? '' : ` (${reason})`;
  return new ConnectorRefused(
    `${api.name} rejected the request with status ${status}${said}; ${api.advise(status)}.`,
    { retryable: false },
  );
}
