/** What to try first. */
export function Checklist() {
  return null;
}
