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
import { type RetryOptions, sendPatiently } from './patience.ts';
import type { MagpieRouter } from './router.ts';
import { procedurePath, siteOf } from './site.ts';

export interface ClientOptions {
  /** Where Magpie is, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly key: string;
  /** How often a call is tried again that was too much or had no answer; 3 unless told. */
  readonly retries?: number;
  /** How long an answer may take, at each try; 120 unless told, `Infinity` for ever. */
  readonly timeoutSeconds?: number;
  /** Told of each wait before another try: how long it is, and why, in a sentence. */
  readonly onWait?: RetryOptions['onWait'];
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

/** Servers and proxies take addresses of some 8 KB; `ads.findSaved` may ask for 200 ads at once. */
const longestInput = 4000;

/** The stock tRPC client, which knows every procedure of Magpie by its type. */
export function createMagpieClient({
  url,
  key,
  retries = 3,
  timeoutSeconds = 120,
  onWait,
  fetch: fetchBy,
}: ClientOptions): MagpieClient {
  if (!/^[!-~]+$/.test(key)) {
    throw new Error('The key of a client is an API key of Magpie, without spaces or other characters.');
  }
  if (!(timeoutSeconds > 0)) throw new Error('timeoutSeconds is a number above 0; Infinity waits for ever.');
  const patience = { retries, timeoutSeconds, onWait };
  const options: HTTPLinkOptions<MagpieRouter['_def']['_config']['$types']> = {
    url: `${siteOf(url)}${procedurePath}`,
    headers: ({ op }) => ({
      authorization: `Bearer ${key}`,
      ...(op.type === 'mutation' && { 'idempotency-key': idempotencyKeyOf(op) }),
    }),
    // tRPC gives an address as text, and what it tells of the request fits any fetch.
    fetch: (address, request) =>
      sendPatiently(fetchBy ?? fetch, patience, address as string, request as RequestInit),
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

/** tRPC leaves a listener on the signal of each call, and a program may give many calls the same. */
const withOwnSignal: TRPCLink<MagpieRouter> =
  () =>
  ({ op, next }) =>
    next(op.signal ? { ...op, signal: AbortSignal.any([op.signal]) } : op);

/** What a header can hold and the server takes. */
const printable = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

function idempotencyKeyOf({ context }: Operation): string {
  const { idempotencyKey = randomKey(), ...others } = context;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new Error(`The context of a call has an idempotencyKey and nothing else, not ${other}.`);
  }
  if (typeof idempotencyKey === 'string' && printable.test(idempotencyKey)) return idempotencyKey;
  throw new Error(
    'An idempotencyKey is text of 1 to 255 printable ASCII characters, without spaces around it.',
  );
}

/** `randomUUID` is missing on pages that came over plain http. */
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
