/** The address of a Magpie as somebody enters it: whatever page of it is given, its origin. */
export function originOf(entered: string): string | undefined {
  const given = entered.trim();
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return undefined;
  const { origin, username, password } = new URL(given);
  return username === '' && password === '' ? origin : undefined;
}

/** What the browser is asked to allow: this host alone. Browsers know no ports here. */
export function hostPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

/** Those that were allowed for other addresses, and did not come with the extension. */
export function unusedHosts(
  allowed: readonly string[],
  ownHosts: readonly string[],
  address: string | null,
): readonly string[] {
  const used = new Set([...ownHosts, ...(address === null ? [] : [hostPattern(address)])]);
  return allowed.filter((host) => !used.has(host));
}

const privateHosts = [
  /^localhost$/,
  /\.(localhost|local|internal|lan|home\.arpa|ts\.net)$/,
  /^[^.:]+$/,
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^\[::1\]$/,
  /^\[f[cd]/,
  /^\[fe[89ab]/,
];

/** Whether a key would travel over the open internet where anybody on the way can read it. */
export function isReadableOnTheWay(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !privateHosts.some((pattern) => pattern.test(hostname));
}
