import type { QueryClient } from '@tanstack/react-query';
import type { RouterInputs, RouterOutputs } from './types.ts';

/** How a deletion that can still be undone changes the responses of one procedure. */
export interface ResponseChange {
  readonly path: string;
  readonly change: (data: unknown, input: unknown) => unknown;
}

export function changeResponse<
  Router extends keyof RouterOutputs & keyof RouterInputs & string,
  Procedure extends keyof RouterOutputs[Router] & keyof RouterInputs[Router] & string,
>(
  router: Router,
  procedure: Procedure,
  change: (
    data: RouterOutputs[Router][Procedure],
    input: RouterInputs[Router][Procedure],
  ) => RouterOutputs[Router][Procedure],
): ResponseChange {
  return { path: `${router}.${procedure}`, change: change as ResponseChange['change'] };
}

const pending = new Set<ResponseChange>();

/** Changes cached data and later responses. Returns a function that ends this; it does not restore cached data. */
export function addPendingChanges(client: QueryClient, changes: readonly ResponseChange[]): () => void {
  for (const one of changes) {
    pending.add(one);
    updateCache(client, one);
  }
  return () => {
    for (const one of changes) pending.delete(one);
  };
}

export function applyPendingChanges(path: string, data: unknown, input: unknown): unknown {
  return [...pending]
    .filter((one) => one.path === path)
    .reduce((changed, { change }) => change(changed, input), data);
}

function updateCache(client: QueryClient, { path, change }: ResponseChange): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [path.split('.')] })) {
    const { input } = (queryKey[1] ?? {}) as { readonly input?: unknown };
    client.setQueryData(
      queryKey,
      (data: unknown) => {
        if (data === undefined) return undefined;
        return hasPages(data)
          ? { ...data, pages: data.pages.map((page) => change(page, input)) }
          : change(data, input);
      },
      { updatedAt: state.dataUpdatedAt },
    );
  }
}

/** Whether this is the data of an infinite query. */
function hasPages(data: unknown): data is { readonly pages: readonly unknown[] } {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

let isLeaving = false;

/** While true, requests continue after the page is closed. */
export function setLeavingPage(value: boolean): void {
  isLeaving = value;
}

export function isLeavingPage(): boolean {
  return isLeaving;
}
