/** What these pages keep in their addresses. */
export function readAlertsSearch(_search: Record<string, unknown>): object {
  return {};
}

export function readRuleSearch(_search: Record<string, unknown>): object {
  return {};
}
