/**
 * Combines single requests into batches: everything requested within the same task is sent together, up to `maxSize`
 * items each. The results must have the order of the items.
 */
export function batchRequests<Item, Result>(
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxSize: number,
): (item: Item) => Promise<Result> {
  let open: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | null = null;
  const begin = () => {
    const items: Item[] = [];
    const results = new Promise((resolve) => setTimeout(resolve)).then(() => {
      if (open?.items === items) open = null;
      return send(items);
    });
    return { items, results };
  };
  return async (item) => {
    open ??= begin();
    const { items, results } = open;
    const index = items.push(item) - 1;
    if (items.length === maxSize) open = null;
    const result = (await results)[index];
    if (result === undefined) throw new Error('The batch returned fewer results than items.');
    return result;
  };
}
