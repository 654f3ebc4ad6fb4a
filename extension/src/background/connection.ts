import { browser } from 'wxt/browser';
import { toFailure } from './failure.ts';
import { isApiError } from '@magpie/client';
import type { QueueOwner } from './queue.ts';
import type { Server, ServerSettings } from './server.ts';

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

/** The settings that pages may see: everything but the key. */
export interface ServerConnection extends QueueOwner {
  readonly email: string;
}

export type ConnectOutcome =
  | { readonly connection: ServerConnection; readonly warning: string | null }
  | { readonly problem: string };

export async function checkConnection(
  { address: entered, key }: ServerSettings,
  serverAt: (settings: ServerSettings) => Pick<Server, 'keyOwner'>,
): Promise<ConnectOutcome> {
  const address = parseOrigin(entered);
  if (address === undefined)
    return {
      problem: 'The address must start with http:// or https://, for example https://magpie.example.com.',
    };
  if (!/^[\x21-\x7e]+$/.test(key))
    return { problem: 'Enter an API key. Create one in Magpie under Settings → API keys.' };
  try {
    const { userId, email, canWrite } = await serverAt({ address, key }).keyOwner();
    if (!canWrite) return { problem: cannotWrite };
    return { connection: { address, userId, email }, warning: insecureWarning(address) };
  } catch (error) {
    return { problem: connectProblem(error, address) };
  }
}

const keyHint = 'Create one with the read and write scopes under Settings → API keys.';
const cannotWrite = `This key is read-only. ${keyHint}`;
// Both calls of keyOwner need only the read scope, so a 403 means that it is missing.
const cannotRead = `This key cannot read. ${keyHint}`;

function connectProblem(error: unknown, address: string): string {
  const { answered, kind, message } = toFailure(error);
  if (!answered)
    return `No response from ${address}. Check the address, http or https, and that Magpie is running.`;
  if (!isApiError(error)) return `${address} is not a Magpie server.`;
  if (kind === 'key') return `${address} rejected this key. It may be revoked or mistyped.`;
  return error.data.httpStatus === 403 ? cannotRead : message;
}

function insecureWarning(address: string): string | null {
  return isInsecureOrigin(address)
    ? 'This connection is not encrypted, so others on the network can read your key. Use https:// if possible.'
    : null;
}
