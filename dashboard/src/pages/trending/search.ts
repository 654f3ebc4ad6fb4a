/** What this page keeps in its address. */
export function readTrendingSearch(_search: Record<string, unknown>): object {
  return {};
}
