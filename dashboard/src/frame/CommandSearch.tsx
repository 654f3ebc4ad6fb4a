/** ⌘K: search over ads, brands and boards. */
export function CommandSearch() {
  return null;
}
