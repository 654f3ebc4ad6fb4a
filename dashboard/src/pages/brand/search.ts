/** What these pages keep in their addresses. */
export function readBrandSearch(_search: Record<string, unknown>): object {
  return {};
}

export function readBrandsSearch(_search: Record<string, unknown>): object {
  return {};
}

export function readCompareSearch(_search: Record<string, unknown>): object {
  return {};
}
