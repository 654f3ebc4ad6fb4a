import type { MagpieRouter } from '@magpie/server/http/router';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpLink, type TRPCLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { isSignedOut, mayBeTriedAgain, waitBefore } from './errors.ts';

/** tRPC tells which way an infinite list is read, in a field that no procedure has and the server would refuse. */
const withoutDirection: TRPCLink<MagpieRouter> =
  () =>
  ({ op, next }) => {
    if (typeof op.input !== 'object' || op.input === null || !('direction' in op.input)) return next(op);
    const { direction: _, ...input } = op.input;
    return next({ ...op, input });
  };

/** Procedures called one by one, outside of a page's queries. */
export const client = createTRPCClient<MagpieRouter>({
  links: [withoutDirection, httpLink({ url: '/api/v1/trpc' })],
});

/** Who wants to know that the session has ended. */
let whenSignedOut: () => void = () => undefined;
export function onSignedOut(tell: () => void): void {
  whenSignedOut = tell;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) whenSignedOut();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 3 && mayBeTriedAgain(error),
      retryDelay: (failures, error) => waitBefore(error, failures),
    },
    mutations: {
      onError: (error) => {
        if (isSignedOut(error)) whenSignedOut();
      },
    },
  },
});

/** Every procedure as options for `useQuery`, `useInfiniteQuery` and `useMutation`. */
export const api = createTRPCOptionsProxy<MagpieRouter>({ client, queryClient });
