import { describeIssues, httpUrl } from '@magpie/contract';
import type { AdLibraryName } from '@magpie/contract/platforms';
import { readCountries } from '@magpie/sources/mapping/fields';
import { z } from 'zod';

/** Far above the largest page of any source; protects the memory. */
const maxResponseBytes = 20 * 1024 * 1024;
const timeoutMilliseconds = 60_000;

/** Sends a request and reads the whole response, bounded in time and size. Null if there is none. */
export async function sendRequest(tools: ConnectorTools, url: string, init: RequestInit) {
  const { fetch, signal: stopping } = tools;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMilliseconds)]);
  try {
    // A redirect would send the credentials to another host.
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    return { status: response.status, headers: response.headers, text: await readText(response) };
  } catch {
    stopping.throwIfAborted();
    return null;
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new Error(`the response is longer than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const minute = 60_000;
/** Sources run one after another, so a waiting one blocks the others. */
const maxWait = 2 * minute;
/** Longer waits are capped: the library may have recovered long before. */
const maxPostponement = 24 * 60 * minute;

/**
 * Waits before the next attempt. If the wait is too long, ends the run so that a later one continues.
 *
 * @param state the reason, as the start of a sentence: `TikTok is rate limiting requests`
 */
export async function waitOrPostpone(tools: ConnectorTools, state: string, milliseconds: number) {
  if (milliseconds > maxWait) {
    const retryAfter = Math.min(milliseconds, maxPostponement);
    throw new ConnectorRefused(`${state}; retry in ${Math.ceil(retryAfter / minute)} minutes.`, {
      retryable: true,
      retryAfter,
    });
  }
  tools.say(`${state}; retrying in ${Math.ceil(milliseconds / 1000)} s.`);
  await tools.sleep(milliseconds);
}

export function attemptsExhausted(state: string, attempts: number): ConnectorRefused {
  return new ConnectorRefused(`${state} after ${attempts} attempts; the next run will retry.`, {
    retryable: true,
  });
}

/** Describes a response that may succeed later; completes "Meta …". Status 0: no response. */
export function describeState(status: number): string {
  if (status === 0) return 'cannot be reached';
  return status === 429 ? 'is rate limiting requests' : `returned an unusable response (${status})`;
}

/** Injected into connectors, so that tests control time and network. */
export interface ConnectorTools {
  readonly fetch: typeof fetch;
  /** Rejects when the run is stopped. */
  sleep(milliseconds: number): Promise<void>;
  /** Prints a message for the operator. Must not contain a token. */
  say(line: string): void;
  /** Reports that the library has more ads for a search than it lists. Call before the page on which they end. */
  reachedCeiling(limit: number): void;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Connector {
  readonly source: string;
  readonly library: AdLibraryName;
  /** For the form in the dashboard. */
  readonly about: {
    readonly label: string;
    readonly about: string;
    readonly access: string;
    readonly accessUrl: string;
  };
  /** The schema of the query: strict, every field described. */
  readonly options: z.ZodObject;
  readonly secrets: readonly string[];
  /** The fields that take the name of an advertiser, or the id that the library issued. */
  readonly advertiserFields: { readonly name: string; readonly id?: string };
  /** The result documents, one page at a time. Throws ConnectorRefused. */
  pages(query: unknown, tools: ConnectorTools): AsyncGenerator;
}

/** The query failed; the message is for the operator. */
export class ConnectorRefused extends Error {
  override readonly name = 'ConnectorRefused';
  /** Whether the same query may succeed later without changes. */
  readonly retryable: boolean;
  /** In milliseconds, if known. */
  readonly retryAfter: number | null;

  constructor(message: string, options: { readonly retryable: boolean; readonly retryAfter?: number }) {
    super(message);
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter ?? null;
  }
}

export const queryDay = z.iso.date({ error: 'must be a date such as 2026-01-31' });

export const queryCountry = z.string().refine((code) => readCountries(code).length === 1, {
  error: 'must be the two-letter code of a country, such as DE',
});

/** Every request carries credentials, so http is allowed only for this machine. */
export const apiUrl = httpUrl.refine(
  (url) => /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(url),
  { error: 'must be an https address, since credentials are sent there' },
);

export function parseConnectorQuery<Schema extends z.ZodObject>(
  connector: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error, { input: schema });
  throw new ConnectorRefused(`Invalid query for the ${connector} connector: ${issue?.message ?? ''}.`, {
    retryable: false,
  });
}
