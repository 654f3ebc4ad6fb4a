import { procedureBase } from '@magpie/contract/limits';
import type { MagpieRouter } from '@magpie/client';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { map, tap } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { isSignedOut, isRetryable, retryDelay } from '../errors.ts';
import { createMutationCache } from '../optimistic.ts';
import { applyPendingChanges, isLeavingPage } from './pendingChanges.ts';
import { notifySignedOut } from './signIn.ts';

/** tRPC adds a `direction` field to the input of infinite queries, which the server would reject as unknown. */
const withoutDirection: TRPCLink<MagpieRouter> =
  () =>
  ({ op, next }) => {
    if (typeof op.input !== 'object' || op.input === null || !('direction' in op.input)) return next(op);
    const { direction: _, ...input } = op.input;
    return next({ ...op, input });
  };

/** Watches every call for a 401 response, however the caller handles the error. */
const watchingSession: TRPCLink<MagpieRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        error: (error) => {
          if (isSignedOut(error)) notifySignedOut();
        },
      }),
    );

/** A refetch does not bring back what was deleted and can still be undone. */
const withPendingChanges: TRPCLink<MagpieRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      map(({ result, ...rest }) => ({
        ...rest,
        result:
          'data' in result
            ? { ...result, data: applyPendingChanges(op.path, result.data, op.input) }
            : result,
      })),
    );

const sendingBy = (methodOverride?: 'POST'): TRPCLink<MagpieRouter> =>
  httpLink<MagpieRouter>({
    url: procedureBase,
    ...(methodOverride !== undefined && { methodOverride }),
    fetch: (url, options) => fetch(url, { ...(options as RequestInit), keepalive: isLeavingPage() }),
  });

/** For a query whose input is too long for a URL: `query(input, { context: byPost })`. */
export const byPost = { method: 'POST' } as const;

const sending = splitLink<MagpieRouter>({
  condition: ({ context }) => context['method'] === byPost.method,
  true: sendingBy('POST'),
  false: sendingBy(),
});

export const client = createTRPCClient<MagpieRouter>({
  links: [watchingSession, withoutDirection, withPendingChanges, sending],
});

export const queryClient = new QueryClient({
  mutationCache: createMutationCache(),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 3 && isRetryable(error),
      retryDelay: (failures, error) => retryDelay(error, failures),
      // The query of a loader may fail before its page mounts, which would send it again.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > 1000,
    },
    // Without a connection a change fails at once; by default it would wait, and run when nobody expects it.
    mutations: { networkMode: 'always' },
  },
});

export const byCursor = {
  getNextPageParam: <Cursor>({ nextCursor }: { readonly nextCursor: Cursor }): Cursor => nextCursor,
};

/** Every procedure as options for `useQuery`, `useInfiniteQuery` and `useMutation`. */
export const api = createTRPCOptionsProxy<MagpieRouter>({ client, queryClient });
