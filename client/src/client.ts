import { procedureBase } from '@magpie/contract/limits';
import type { ProcedureName } from '@magpie/contract';
import {
  createTRPCClient,
  getUntypedClient,
  httpLink,
  splitLink,
  type HTTPLinkOptions,
  type Operation,
  type TRPCClient,
  type TRPCLink,
} from '@trpc/client';
import { type RetryOptions, sendWithRetries, parseSite } from './retry.ts';
import type { MagpieRouter } from './router.ts';

export interface ClientOptions {
  /** Address of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly key: string;
  /** Retries of a call that was rate limited or got no response; 3 by default. */
  readonly retries?: number;
  /** Timeout of each attempt; 120 by default, `Infinity` for none. */
  readonly timeoutSeconds?: number;
  /** Called before each wait with its length and the reason. */
  readonly onRetry?: RetryOptions['onRetry'];
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Options of one call, in the form that tRPC expects. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly context?: {
    /** For a mutation that your program repeats itself, for example after a restart; generated for each call by default. */
    readonly idempotencyKey?: string;
  };
}

export type MagpieClient = TRPCClient<MagpieRouter>;

/** Servers and proxies accept URLs of about 8 KB; an input of `ads.findSaved` can hold 200 ads. */
const longestInput = 4000;

/** The standard tRPC client with the types of all procedures. */
export function createMagpieClient({
  url,
  key,
  retries = 3,
  timeoutSeconds = 120,
  onRetry,
  fetch: customFetch,
}: ClientOptions): MagpieClient {
  if (!/^[!-~]+$/.test(key)) {
    throw new Error('key must be a Magpie API key, without spaces or special characters.');
  }
  if (!(timeoutSeconds > 0))
    throw new Error('timeoutSeconds must be greater than 0; Infinity disables the timeout.');
  const retryOptions = { retries, timeoutSeconds, onRetry };
  const options: HTTPLinkOptions<MagpieRouter['_def']['_config']['$types']> = {
    url: `${parseSite(url)}${procedureBase}`,
    headers: ({ op }) => ({
      authorization: `Bearer ${key}`,
      ...(op.type === 'mutation' && { 'idempotency-key': getIdempotencyKey(op) }),
    }),
    // tRPC passes the address as a string, and its request type is compatible with any fetch.
    fetch: (address, request) =>
      sendWithRetries(customFetch ?? fetch, retryOptions, address as string, request as RequestInit),
  };
  return createTRPCClient<MagpieRouter>({
    links: [
      withOwnSignal,
      splitLink({
        condition: isLongQuery,
        true: httpLink({ ...options, methodOverride: 'POST' }),
        false: httpLink(options),
      }),
    ],
  });
}

/** For programs that know the name of a procedure only at run time. */
export function callByName(
  client: MagpieClient,
  name: ProcedureName,
  kind: 'query' | 'mutation',
  input: unknown,
  options?: CallOptions,
): Promise<unknown> {
  return getUntypedClient(client)[kind](name, input, options);
}

/** tRPC never removes its abort listener, which would leak when many calls share one signal. */
const withOwnSignal: TRPCLink<MagpieRouter> =
  () =>
  ({ op, next }) =>
    next(op.signal ? { ...op, signal: AbortSignal.any([op.signal]) } : op);

/** The values that the server accepts in the header. */
const printable = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

function getIdempotencyKey({ context }: Operation): string {
  const { idempotencyKey = randomKey(), ...others } = context;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new Error(`The context of a call accepts only idempotencyKey; got ${other}.`);
  }
  if (typeof idempotencyKey === 'string' && printable.test(idempotencyKey)) return idempotencyKey;
  throw new Error(
    'idempotencyKey must be 1 to 255 printable ASCII characters, without leading or trailing spaces.',
  );
}

/** `randomUUID` is not available on pages loaded over plain http. */
function randomKey(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(16).padStart(8, '0')).join('');
}

function isLongQuery({ type, input }: Operation): boolean {
  return type === 'query' && input !== undefined && encodedLength(input) > longestInput;
}

function encodedLength(input: unknown): number {
  return encodeURIComponent(JSON.stringify(input)).length;
}
