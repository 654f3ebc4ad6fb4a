import {
  type InferDataFromTag,
  type Mutation,
  MutationCache,
  type MutationFunctionContext,
  partialMatchKey,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Queries to reload after the mutation; `[{}]` for all. */
      readonly invalidates?: readonly QueryFilters[];
    };
  }
}

/** A change of cached queries. */
export interface CacheUpdate {
  readonly filters: QueryFilters;
  /** Returns a function that restores the previous data. */
  readonly apply: (client: QueryClient) => () => void;
}

/** Changes one cached query, also if it has no data yet; returning undefined keeps it unchanged. */
export function updateQuery<Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(
  key: Key,
  update: (before: Data | undefined) => Data | undefined,
): CacheUpdate {
  // The tag of a typed key would not match `Data`.
  const queryKey: QueryKey = key;
  return {
    filters: { queryKey, exact: true },
    apply: (client) => {
      const before = client.getQueryData<Data>(queryKey);
      const after = update(before);
      if (after === undefined) return () => undefined;
      client.setQueryData(queryKey, after);
      return () => {
        if (before === undefined) void client.resetQueries({ queryKey, exact: true });
        else client.setQueryData(queryKey, before);
      };
    },
  };
}

/** Changes all cached queries that match the filters and have data. */
export function updateQueries<Data>(filters: QueryFilters, update: (before: Data) => Data): CacheUpdate {
  return {
    filters,
    apply: (client) => {
      const before = client.getQueriesData<Data>(filters);
      client.setQueriesData<Data>(filters, (data) => data && update(data));
      return () => {
        for (const [queryKey, data] of before) client.setQueryData(queryKey, data);
      };
    },
  };
}

type Rollback = () => void;

/** For `onMutate`: changes the cache before the request. `createMutationCache` reverts it if the request fails. */
export function optimistic<Variables = void>(updates: (variables: Variables) => readonly CacheUpdate[]) {
  return async (variables: Variables, { client }: MutationFunctionContext): Promise<Rollback> => {
    const changes = updates(variables);
    // A response to an earlier request would overwrite the change.
    await Promise.all(changes.map(({ filters }) => client.cancelQueries(filters)));
    const rollbacks = changes.map(({ apply }) => apply(client));
    return () => rollbacks.forEach((rollback) => rollback());
  };
}

type AnyMutation = Mutation<unknown, unknown>;

/**
 * Reverts optimistic updates of failed mutations, and reloads the queries in `meta.invalidates`. The mutation stays
 * pending until they are reloaded, unless an optimistic update already shows the result.
 */
export function createMutationCache(): MutationCache {
  const settled = new WeakSet<object>();
  const reload = async (client: QueryClient, mutation: AnyMutation): Promise<void> => {
    settled.add(mutation);
    // A reload now would overwrite the optimistic update of another mutation, which reloads when it has finished.
    const others = client
      .getMutationCache()
      .findAll({ status: 'pending' })
      .filter((other) => other.options.onMutate !== undefined && !settled.has(other))
      .flatMap((other) => other.meta?.invalidates ?? []);
    const reloads = (mutation.meta?.invalidates ?? [])
      .filter((filters) => !others.some((other) => covers(other, filters)))
      .map((filters) => client.invalidateQueries(filters));
    if (mutation.options.onMutate === undefined) await Promise.all(reloads);
  };
  return new MutationCache({
    onSuccess: (_data, _variables, _context, mutation, { client }) => reload(client, mutation),
    onError: (_error, _variables, rollback) => {
      if (typeof rollback === 'function') (rollback as Rollback)();
    },
    onSettled: (_data, error, _variables, _context, mutation, { client }) => {
      if (error !== null) void reload(client, mutation);
    },
  });
}

function covers({ queryKey: outer = [] }: QueryFilters, { queryKey: inner = [] }: QueryFilters): boolean {
  return partialMatchKey(inner, outer);
}
