import type { MagpieRouter } from '@magpie/client';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpLink, type TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { isSignedOut, mayBeTriedAgain, waitBefore } from './errors.ts';
import { tellSignedOut } from './session.ts';

/** tRPC tells which way an infinite list is read, in a field that no procedure has and the server would refuse. */
const withoutDirection: TRPCLink<MagpieRouter> =
  () =>
  ({ op, next }) => {
    if (typeof op.input !== 'object' || op.input === null || !('direction' in op.input)) return next(op);
    const { direction: _, ...input } = op.input;
    return next({ ...op, input });
  };

/** Every call passes here, whoever made it and whatever they do about its failure. */
const watchingSession: TRPCLink<MagpieRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        error: (error) => {
          if (isSignedOut(error)) tellSignedOut();
        },
      }),
    );

/** Procedures called one by one, outside of a page's queries. */
export const client = createTRPCClient<MagpieRouter>({
  links: [watchingSession, withoutDirection, httpLink({ url: '/api/v1/trpc' })],
});

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 3 && mayBeTriedAgain(error),
      retryDelay: (failures, error) => waitBefore(error, failures),
    },
  },
});

/** Every procedure as options for `useQuery`, `useInfiniteQuery` and `useMutation`. */
export const api = createTRPCOptionsProxy<MagpieRouter>({ client, queryClient });
