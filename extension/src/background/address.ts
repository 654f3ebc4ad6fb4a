import { browser } from 'wxt/browser';

/** The origin of the address that the user entered, whichever page it points to; undefined if it is not a plain http(s) URL. */
export function parseOrigin(entered: string): string | undefined {
  const given = entered.trim();
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return undefined;
  const { origin, username, password } = new URL(given);
  return username === '' && password === '' ? origin : undefined;
}

/** Match pattern for this host. Match patterns have no port. */
export function hostPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

/** Granted hosts that neither the manifest nor the current server needs. */
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

/** Whether a key would be sent unencrypted over the public internet. */
export function isInsecureOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !privateHosts.some((pattern) => pattern.test(hostname));
}

/** Revokes access to every host that was granted for a server, except this one; null revokes all. */
export async function revokeHosts(
  address: string | null,
  { runtime, permissions }: Pick<typeof browser, 'runtime' | 'permissions'> = browser,
): Promise<void> {
  const { host_permissions: hosts = [], content_scripts: scripts = [] } = runtime.getManifest();
  // Browsers list the manifest's hosts too, and Firefox would remove them.
  const ownHosts = [...hosts, ...scripts.flatMap(({ matches = [] }) => matches)];
  const { origins = [] } = await permissions.getAll();
  const unused = unusedHosts(origins, ownHosts, address);
  await Promise.allSettled(unused.map((origin) => permissions.remove({ origins: [origin] })));
}
