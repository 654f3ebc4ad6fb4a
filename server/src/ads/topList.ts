export interface TopList<Item> {
  /** Ascending by the comparison. */
  readonly items: readonly Item[];
  readonly add: (item: Item) => void;
}

/** Keeps the first `limit` items by a comparison: sorting hundreds of thousands to return a few takes much longer. */
export function createTopList<Item>(
  limit: number,
  compare: (one: Item, other: Item) => number,
): TopList<Item> {
  const items: Item[] = [];
  return {
    items,
    add: (item) => {
      const last = items[limit - 1];
      if (last !== undefined && compare(item, last) >= 0) return;
      const place = items.findIndex((each) => compare(item, each) < 0);
      items.splice(place === -1 ? items.length : place, 0, item);
      if (items.length > limit) items.pop();
    },
  };
}
