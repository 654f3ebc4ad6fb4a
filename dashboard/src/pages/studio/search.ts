/** What this page keeps in its address. */
export function readStudioSearch(_search: Record<string, unknown>): object {
  return {};
}
