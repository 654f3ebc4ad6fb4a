import type { ReactNode } from 'react';
import { httpStatus } from '../lib/errors.ts';
import { Button } from './Button.tsx';
import { ErrorPanel } from './states.tsx';
import { uiCopy } from './copy.ts';

export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  /** A reload failed after data was loaded; does not include a failed next page. */
  readonly isRefetchError: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface QueryViewProps<Data> {
  /** One query, or several with `combineQueries`. */
  readonly query: QueryState<Data>;
  readonly loading: ReactNode;
  readonly empty?: ReactNode;
  /** By default, an empty array is empty. */
  readonly isEmpty?: (data: Data) => boolean;
  /** Replaces the message with "Try again"; shown without data, and if the record is gone (404). */
  readonly renderError?: (error: unknown, retry: () => void) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/**
 * The loading, error, empty and loaded states of a query. Loaded data stays mounted when a reload fails, since forms
 * and scroll positions inside would be lost.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading, empty, isEmpty = isEmptyArray, renderError, children } = props;
  const retry = (): void => void query.refetch();
  if (query.data === undefined && query.error === null) return loading;
  if (query.data === undefined || (renderError !== undefined && isGone(query))) {
    return renderError?.(query.error, retry) ?? <ErrorPanel error={query.error} onRetry={retry} />;
  }
  return (
    <>
      {query.isRefetchError && (
        // Directly in `main`, it stands above a page with its own padding.
        <output className="flex items-center gap-2 text-xs text-quiet [main>&]:px-4 [main>&]:pt-4 sm:[main>&]:px-6">
          {uiCopy.couldNotRefresh}
          <Button variant="quiet" className="h-7 px-2! text-xs" busy={query.isFetching} onClick={retry}>
            {uiCopy.retry}
          </Button>
        </output>
      )}
      {empty !== undefined && isEmpty(query.data) ? empty : children(query.data)}
    </>
  );
}

/** The record was deleted since it was loaded. */
function isGone({ error, isRefetchError }: QueryState<unknown>): boolean {
  return isRefetchError && httpStatus(error) === 404;
}

function isEmptyArray(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}

type DataOf<Queries extends readonly QueryState<unknown>[]> = {
  readonly [Index in keyof Queries]: Exclude<Queries[Index]['data'], undefined>;
};

/** Several queries as one that has data when each of them has. Only the failed ones are retried. */
export function combineQueries<const Queries extends readonly QueryState<unknown>[]>(
  queries: Queries,
): QueryState<DataOf<Queries>> {
  const isLoaded = queries.every(({ data }) => data !== undefined);
  const failed = queries.filter(({ error, data }) => error !== null && (data === undefined || isLoaded));
  return {
    data: isLoaded ? (queries.map(({ data }) => data) as unknown as DataOf<Queries>) : undefined,
    error: failed[0]?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    isRefetchError: queries.some(({ isRefetchError }) => isRefetchError),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
