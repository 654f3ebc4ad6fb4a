import type { Rule } from '@magpie/contract';
import { shown } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import { canBeMailed } from './alertMail.ts';
import { mistaken } from './mistaken.ts';
import { addressOf, allowedRecipients } from './notify.sql.ts';

/** Refuses channels that tell nobody, or somebody who may not want to hear of it. */
export async function refuseChannels(
  db: Postgres,
  { userId }: Caller,
  channels: Rule['channels'],
): Promise<void> {
  if (channels.length === 0)
    throw mistaken('channels', 'must have at least one; to stop a rule, set enabled to false');
  if (!channels.some(({ type }) => type === 'email')) return;
  const own = await addressOf(db, userId);
  const addresses = channels.map(({ type, target }) => (type === 'email' ? (target ?? own) : null));
  const wanted = addresses.flatMap((address) => (address === null ? [] : { userId, address }));
  const allowed = new Set((await allowedRecipients(db, wanted)).map(({ address }) => address));
  for (const [at, address] of addresses.entries()) {
    if (address !== null) refuseAddress(`channels.${at}.target`, address, allowed);
  }
}

function refuseAddress(path: string, address: string, allowed: ReadonlySet<string>): void {
  if (!canBeMailed(address)) {
    throw mistaken(path, `must be an address that mail reaches, which ${shown(address, 80)} is not`);
  }
  if (!allowed.has(address)) {
    throw mistaken(path, 'must be your own address, or that of somebody who is in a team with you');
  }
}
