import { isReadableOnTheWay, originOf } from './address.ts';
import { failureOf } from './failure.ts';
import { isRefusal } from '@magpie/client';
import type { Owner } from './queue.ts';
import type { Server, Settings } from './server.ts';

/** What pages may know of the settings: not the key. */
export interface Connection extends Owner {
  readonly email: string;
}

export type ConnectOutcome =
  | { readonly connection: Connection; readonly warning: string | null }
  | { readonly problem: string };

/** Tries an address and a key; says in one sentence what is wrong with them. */
export async function checkedConnection(
  { address: entered, key }: Settings,
  serverAt: (settings: Settings) => Pick<Server, 'keyHolder'>,
): Promise<ConnectOutcome> {
  const address = originOf(entered);
  if (address === undefined)
    return {
      problem: 'The address begins with http:// or https://, such as https://magpie.example.com.',
    };
  if (!/^[\x21-\x7e]+$/.test(key))
    return { problem: 'Enter a key; Magpie shows one under Settings, API keys.' };
  try {
    const { userId, email, mayWrite } = await serverAt({ address, key }).keyHolder();
    if (!mayWrite) return { problem: withoutWrite };
    return { connection: { address, userId, email }, warning: warningFor(address) };
  } catch (error) {
    return { problem: problemOf(error, address) };
  }
}

const rightKey = 'make one with the scopes read and write under Settings, API keys.';
const withoutWrite = `This key may only read; ${rightKey}`;
// Whoever may read is not refused what was asked here.
const withoutRead = `This key may not read; ${rightKey}`;

function problemOf(error: unknown, address: string): string {
  const { answered, kind, sentence } = failureOf(error);
  if (!answered)
    return `Nothing answers at ${address}; check the address, http or https, and whether Magpie runs there.`;
  if (!isRefusal(error)) return `There is no Magpie at ${address}; something else answers.`;
  if (kind === 'key')
    return `The Magpie at ${address} does not know this key; it may be revoked or mistyped.`;
  return error.data.httpStatus === 403 ? withoutRead : sentence;
}

function warningFor(address: string): string | null {
  return isReadableOnTheWay(address)
    ? 'This address is not encrypted: anybody on the way can read your key. Use https:// if you can.'
    : null;
}
