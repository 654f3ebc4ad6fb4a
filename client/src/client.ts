import type { ProcedureName } from '@magpie/contract';
import {
  createTRPCClient,
  getUntypedClient,
  httpLink,
  splitLink,
  type HTTPLinkOptions,
  type Operation,
  type TRPCClient,
} from '@trpc/client';
import { sendPatiently } from './patience.ts';
import type { MagpieRouter } from './router.ts';

export interface ClientOptions {
  /** Where Magpie is, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly key: string;
  /** How often a call is tried again that was too much or had no answer; 3 unless told. */
  readonly retries?: number;
  /** How long an answer may take, at each try; 120 unless told. */
  readonly timeoutSeconds?: number;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
}

/** What may be said of one call, as tRPC takes it. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly context?: {
    /** For a mutation that is repeated by the program itself, also after a restart; else each call has its own. */
    readonly idempotencyKey?: string;
  };
}

export type MagpieClient = TRPCClient<MagpieRouter>;

const procedurePath = '/api/v1/trpc';
/** Servers and proxies take addresses of some 8 KB; `ads.findSaved` may ask for 200 ads at once. */
const longestInput = 4000;

/** The stock tRPC client, which knows every procedure of Magpie by its type. */
export function createMagpieClient({
  url,
  key,
  retries = 3,
  timeoutSeconds = 120,
  fetch: fetchBy,
}: ClientOptions): MagpieClient {
  if (!/^[!-~]+$/.test(key)) {
    throw new Error('The key of a client is an API key of Magpie, without spaces or other characters.');
  }
  const options: HTTPLinkOptions<MagpieRouter['_def']['_config']['$types']> = {
    url: `${siteOf(url)}${procedurePath}`,
    headers: ({ op }) => ({
      authorization: `Bearer ${key}`,
      ...(op.type === 'mutation' && { 'idempotency-key': idempotencyKeyOf(op) }),
    }),
    // tRPC gives an address as text, and what it tells of the request fits any fetch.
    fetch: (address, request) =>
      sendPatiently(fetchBy ?? fetch, { retries, timeoutSeconds }, address as string, request as RequestInit),
  };
  return createTRPCClient<MagpieRouter>({
    links: [
      splitLink({
        condition: isLongQuery,
        true: httpLink({ ...options, methodOverride: 'POST' }),
        false: httpLink(options),
      }),
    ],
  });
}

/** For programs that learn the name of a procedure only when they run. */
export function callByName(
  client: MagpieClient,
  name: ProcedureName,
  kind: 'query' | 'mutation',
  input: unknown,
  options?: CallOptions,
): Promise<unknown> {
  return getUntypedClient(client)[kind](name, input, options);
}

/** The address that the server prints for the API is understood too. */
function siteOf(url: string): string {
  const { protocol, username, password, search, hash } = new URL(URL.canParse(url) ? url : 'none:');
  if (!/^https?:$/.test(protocol)) {
    throw new Error('The url of a client is an http or https address, such as http://127.0.0.1:3000.');
  }
  if (`${username}${password}${search}${hash}` !== '') {
    throw new Error('The url of a client is an address without a user, a password, a query or a fragment.');
  }
  const site = url.replace(/\/+$/, '');
  return site.endsWith(procedurePath) ? site.slice(0, -procedurePath.length) : site;
}

/** `randomUUID` is missing on pages that came over plain http. */
function idempotencyKeyOf({ context }: Operation): string {
  const { idempotencyKey } = context;
  if (typeof idempotencyKey === 'string') return idempotencyKey;
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
    part.toString(16).padStart(8, '0'),
  ).join('');
}

function isLongQuery({ type, input }: Operation): boolean {
  return type === 'query' && input !== undefined && encodedLength(input) > longestInput;
}

function encodedLength(input: unknown): number {
  return encodeURIComponent(JSON.stringify(input)).length;
}
