/** Ignores synthetic events, which a page could dispatch. */
export function trusted(act: () => void): (event: Event) => void {
  return (event) => {
    if (event.isTrusted) act();
  };
}
