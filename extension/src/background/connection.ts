import { isInsecureOrigin, parseOrigin } from './address.ts';
import { toFailure } from './failure.ts';
import { isApiError } from '@magpie/client';
import type { QueueOwner } from './queue.ts';
import type { Server, ServerSettings } from './server.ts';

/** The settings that pages may see: everything but the key. */
export interface ServerConnection extends QueueOwner {
  readonly email: string;
}

export type ConnectOutcome =
  | { readonly connection: ServerConnection; readonly warning: string | null }
  | { readonly problem: string };

/** Tests an address and a key against the server. */
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
