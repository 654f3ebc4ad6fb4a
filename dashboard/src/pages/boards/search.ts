/** What this page keeps in its address. */
export function readBoardSearch(_search: Record<string, unknown>): object {
  return {};
}
