import type { ProcedureName } from '@magpie/contract';
import { createTRPCClient, getUntypedClient, httpLink, type TRPCClient } from '@trpc/client';
import type { MagpieRouter } from './router.ts';

export interface ClientOptions {
  /** Where Magpie is, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly key: string;
  /** Instead of the global one. */
  readonly fetch?: NonNullable<Parameters<typeof httpLink>[0]['fetch']>;
}

export type MagpieClient = TRPCClient<MagpieRouter>;

/** The stock tRPC client, which knows every procedure of Magpie by its type. */
export function createMagpieClient({ url, key, fetch: fetchBy }: ClientOptions): MagpieClient {
  return createTRPCClient<MagpieRouter>({
    links: [
      httpLink({
        url: `${url.replace(/\/+$/, '')}/api/v1/trpc`,
        headers: { authorization: `Bearer ${key}` },
        ...(fetchBy && { fetch: fetchBy }),
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
): Promise<unknown> {
  return getUntypedClient(client)[kind](name, input);
}
