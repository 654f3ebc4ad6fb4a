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

interface Applied {
  readonly rollback: () => void;
  readonly updated: readonly QueryFilters[];
  /** Queries whose loading was cancelled. */
  readonly interrupted: readonly QueryFilters[];
}

/** For `onMutate`: changes the cache before the request. `createMutationCache` reverts it if the request fails. */
export function optimistic<Variables = void>(updates: (variables: Variables) => readonly CacheUpdate[]) {
  return async (variables: Variables, { client }: MutationFunctionContext): Promise<Applied> => {
    const changes = updates(variables);
    const updated = changes.map(({ filters }) => filters);
    const interrupted = updated.filter((filters) => client.isFetching(filters) > 0);
    // A response to an earlier request would overwrite the change.
    await Promise.all(updated.map((filters) => client.cancelQueries(filters)));
    const rollbacks = changes.map(({ apply }) => apply(client));
    return { rollback: () => rollbacks.forEach((rollback) => rollback()), updated, interrupted };
  };
}

type AnyMutation = Mutation<unknown, unknown>;

/** A slow reload does not keep a dialog open whose change is stored. */
const reloadMilliseconds = 2000;

/**
 * Reverts optimistic updates of failed mutations, and reloads the queries in `meta.invalidates`. The mutation stays
 * pending until they are reloaded, unless an optimistic update already shows the result. Queries whose loading was
 * cancelled are loaded again, and after a failure all that were updated: another mutation may have changed them since.
 */
export function createMutationCache(): MutationCache {
  const settled = new WeakSet<object>();
  const reload = async (
    client: QueryClient,
    mutation: AnyMutation,
    more: readonly QueryFilters[] = [],
  ): Promise<void> => {
    settled.add(mutation);
    // A reload now would overwrite the optimistic update of another mutation, which reloads when it has finished.
    const others = client
      .getMutationCache()
      .findAll({ status: 'pending' })
      .filter((other) => other.options.onMutate !== undefined && !settled.has(other))
      .flatMap((other) => other.meta?.invalidates ?? []);
    const declared = mutation.meta?.invalidates ?? [];
    const reloads = [
      ...declared,
      ...more.filter((filters) => !declared.some((other) => covers(other, filters))),
    ]
      .filter((filters) => !others.some((other) => covers(other, filters)))
      .map((filters) => client.invalidateQueries(filters));
    if (mutation.options.onMutate !== undefined) return;
    const tooLong = new Promise((resolve) => setTimeout(resolve, reloadMilliseconds));
    await Promise.race([Promise.all(reloads), tooLong]);
  };
  return new MutationCache({
    onSuccess: (_data, _variables, applied, mutation, { client }) =>
      reload(client, mutation, isApplied(applied) ? applied.interrupted : []),
    onError: (_error, _variables, applied) => {
      if (isApplied(applied)) applied.rollback();
    },
    onSettled: (_data, error, _variables, applied, mutation, { client }) => {
      if (error !== null) void reload(client, mutation, isApplied(applied) ? applied.updated : []);
    },
  });
}

function isApplied(context: unknown): context is Applied {
  return typeof context === 'object' && context !== null && 'rollback' in context;
}

function covers({ queryKey: outer = [] }: QueryFilters, { queryKey: inner = [] }: QueryFilters): boolean {
  return partialMatchKey(inner, outer);
}
