/** What this page keeps in its address. */
export function readDiscoverSearch(_search: Record<string, unknown>): object {
  return {};
}
