import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { combineQueries, type QueryState, QueryView } from './QueryView.tsx';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
let keys = 0;

/** The state of a real query after these results of its request. */
async function stateAfter(...results: readonly (string[] | Error)[]): Promise<QueryState<string[]>> {
  const queue = [...results];
  const options = {
    queryKey: [(keys += 1)],
    queryFn: () => {
      const next = queue.shift();
      return Array.isArray(next) ? next : Promise.reject(next ?? new Error('no result left'));
    },
  };
  const observer = new QueryObserver(client, { ...options, enabled: false });
  for (let left = results.length; left > 0; left -= 1) await observer.refetch();
  return observer.getCurrentResult();
}

function render(query: QueryState<readonly string[]>, props: { empty?: string } = {}): string {
  return renderToStaticMarkup(
    QueryView({ query, loading: 'Loading', ...props, children: (data) => data.join(', ') }),
  );
}

describe('QueryView', () => {
  test('shows the loading state, then the data or the empty state', async () => {
    expect(render(await stateAfter())).toBe('Loading');
    expect(render(await stateAfter(['a', 'b']), { empty: 'None' })).toBe('a, b');
    expect(render(await stateAfter([]), { empty: 'None' })).toBe('None');
  });

  test('shows an error only without data', async () => {
    expect(render(await stateAfter(new Error('broken')))).toContain('Try again');
    const shown = render(await stateAfter(['a'], new Error('broken')));
    expect(shown).toContain('Could not refresh');
    expect(shown).toContain('a');
    expect(shown).not.toContain('role="alert"');
    expect(render(await stateAfter(['a'], new Error('broken'), ['b']))).toBe('b');
  });

  test('leaves the error of a next page to the end of the list', async () => {
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['pages'],
      queryFn: ({ pageParam }) => (pageParam === 0 ? ['a'] : Promise.reject(new Error('broken'))),
      initialPageParam: 0,
      getNextPageParam: () => 1,
      select: ({ pages }) => pages.flat(),
      enabled: false,
    });
    await observer.refetch();
    await observer.fetchNextPage();
    expect(observer.getCurrentResult().isFetchNextPageError).toBe(true);
    expect(render(observer.getCurrentResult())).toBe('a');
  });
});

describe('combineQueries', () => {
  test('has data when each query has, and the error of one without', async () => {
    const [loaded, pending] = [await stateAfter(['a']), await stateAfter()];
    const broken = await stateAfter(new Error('broken'));
    const stale = await stateAfter(['b'], new Error('broken'));
    expect(combineQueries([loaded, pending])).toMatchObject({ data: undefined, error: null });
    expect(combineQueries([loaded, broken])).toMatchObject({ data: undefined, error: broken.error });
    expect(combineQueries([stale, pending])).toMatchObject({ data: undefined, error: null });
    expect(combineQueries([loaded, stale])).toMatchObject({ data: [['a'], ['b']], isRefetchError: true });
  });

  test('retries the failed queries only', async () => {
    const loaded = { ...(await stateAfter(['a'])), refetch: vi.fn<() => Promise<void>>() };
    const broken = { ...(await stateAfter(new Error('broken'))), refetch: vi.fn<() => Promise<void>>() };
    await combineQueries([loaded, broken]).refetch();
    expect(broken.refetch).toHaveBeenCalled();
    expect(loaded.refetch).not.toHaveBeenCalled();
  });
});
