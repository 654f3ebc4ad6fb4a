import { isReadableOnTheWay, originOf } from './address.ts';
import { failureOf } from './failure.ts';
import { isRefusal } from '@magpie/client';
import { serverAt } from './server.ts';

/** What pages may know of the settings: not the key. */
export interface Connection {
  readonly address: string;
  readonly email: string;
}

export type ConnectOutcome =
  | { readonly connection: Connection; readonly warning: string | null }
  | { readonly problem: string };

/** Tries an address and a key; says in one sentence what is wrong with them. */
export async function checkedConnection(entered: string, key: string): Promise<ConnectOutcome> {
  const address = originOf(entered);
  if (address === undefined)
    return {
      problem: 'The address begins with http:// or https://, such as https://magpie.example.com.',
    };
  if (!/^[\x21-\x7e]+$/.test(key))
    return { problem: 'Enter a key; Magpie shows one under Settings, API keys.' };
  try {
    const { email, mayWrite } = await serverAt({ address, key }).keyHolder();
    if (!mayWrite) return { problem: withoutWrite };
    return { connection: { address, email }, warning: warningFor(address) };
  } catch (error) {
    return { problem: problemOf(error, address) };
  }
}

const withoutWrite =
  'This key may only read; make one with the scopes read and write under Settings, API keys.';

function problemOf(error: unknown, address: string): string {
  const { answered, kind, sentence } = failureOf(error);
  if (!answered)
    return `Nothing answers at ${address}; check the address, http or https, and whether Magpie runs there.`;
  if (!isRefusal(error)) return `There is no Magpie at ${address}; something else answers.`;
  if (kind === 'key')
    return `The Magpie at ${address} does not know this key; it may be revoked or mistyped.`;
  return error.data.httpStatus === 403 ? withoutWrite : sentence;
}

function warningFor(address: string): string | null {
  return isReadableOnTheWay(address)
    ? 'This address is not encrypted: anybody on the way can read your key. Use https:// if you can.'
    : null;
}
