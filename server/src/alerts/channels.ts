import type { Rule } from '@magpie/contract';
import { sanitizeForMessage } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import { canBeMailed } from './alertMail.ts';
import { invalidField } from './invalidField.ts';
import { findUserEmail, allowedRecipients } from './notify.sql.ts';

/** Rejects a rule without channels, and recipients outside the user's teams. */
export async function assertChannelsAllowed(
  db: Postgres,
  { userId }: Caller,
  channels: Rule['channels'],
): Promise<void> {
  if (channels.length === 0)
    throw invalidField(
      'channels',
      'must contain at least one channel; to pause a rule, set enabled to false',
    );
  if (!channels.some(({ type }) => type === 'email')) return;
  const own = await findUserEmail(db, userId);
  const addresses = channels.map(({ type, target }) => (type === 'email' ? (target ?? own) : null));
  const wanted = addresses.flatMap((address) => (address === null ? [] : { userId, address }));
  const allowed = new Set((await allowedRecipients(db, wanted)).map(({ address }) => address));
  for (const [at, address] of addresses.entries()) {
    if (address !== null) assertRecipientAllowed(`channels.${at}.target`, address, allowed);
  }
}

function assertRecipientAllowed(path: string, address: string, allowed: ReadonlySet<string>): void {
  if (!canBeMailed(address)) {
    throw invalidField(path, `must be a deliverable address; got ${sanitizeForMessage(address, 80)}`);
  }
  if (!allowed.has(address)) {
    throw invalidField(path, 'must be your own address or the address of a member of one of your teams');
  }
}
