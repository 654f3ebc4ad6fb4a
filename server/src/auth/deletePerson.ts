import { MagpieError, shown } from '@magpie/contract/errors';
import { deleteMailsTo } from '../integrations/mail/outbox.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Call } from '../rpc/procedure.ts';
import * as sql from './account.sql.ts';
import type { ProfileRow, TeamToLeave } from './account.sql.ts';
import { voidAddressChange } from './addressChanges.sql.ts';
import { noteInTeam } from './teamRecords.ts';
import { deleteTeam } from './teams.sql.ts';

/** What becomes of boards, saved ads, products and images is for the domains to do that keep them. */
export interface Ownership {
  /** Makes somebody else the author of what a person wrote in a team. */
  handOver(
    tx: Postgres,
    order: { readonly teamId: number; readonly from: string; readonly to: string },
  ): Promise<void>;
  /** Gives what a team has to its authors. */
  giveBack(tx: Postgres, teamId: number): Promise<void>;
  /** Deletes everything that a team has. */
  deleteOfTeam(tx: Postgres, teamId: number): Promise<void>;
  /** Deletes everything that a person has outside teams. */
  deleteOfPerson(tx: Postgres, userId: string): Promise<void>;
}

type By = Pick<Call<unknown>, 'caller' | 'address'>;

/** Deletes a person and everything of theirs; teams that others are in keep what they have. */
export async function deletePerson(
  tx: Postgres,
  belongings: Ownership,
  person: ProfileRow,
  by: By,
): Promise<void> {
  const { userId, email } = person;
  if (person.isOwner) await refuseLastOwnerOfInstance(tx);
  const teams = await sql.teamsToLeave(tx, userId);
  refuseOnlyOwner(teams);
  for (const team of teams) {
    const act = await leaveTeam(tx, belongings, userId, team);
    const [subject, details] = act === 'team.deleted' ? [team.name, {}] : [email, { role: team.role }];
    if (act !== null) await noteInTeam(tx, by, act, { teamId: team.id, subject, details });
  }
  await belongings.deleteOfPerson(tx, userId);
  // Where nobody has shown that the address is theirs, what was sent there is somebody else's.
  if (person.emailVerified) await deleteWhatWasSentTo(tx, email, by);
  await sql.deleteVerificationsOf(tx, userId);
  await voidAddressChange(tx, userId);
  await sql.deletePersonRow(tx, userId);
}

async function deleteWhatWasSentTo(tx: Postgres, email: string, by: By): Promise<void> {
  for (const { teamId, role } of await sql.deleteInvitationsOf(tx, email)) {
    const details = { role, status: 'invited' };
    await noteInTeam(tx, by, 'team.removed', { teamId, subject: email, details });
  }
  await deleteMailsTo(tx, email);
}

async function refuseLastOwnerOfInstance(tx: Postgres): Promise<void> {
  if ((await sql.countOwnersOfInstance(tx)) > 1) return;
  throw new MagpieError(
    'CONFLICT',
    'You are the last owner of this instance, which must have one; whoever runs it can delete it as a whole.',
  );
}

function refuseOnlyOwner(teams: readonly TeamToLeave[]): void {
  const held = teams.find(
    ({ role, heirRole }) => role === 'owner' && heirRole !== null && heirRole !== 'owner',
  );
  if (held === undefined) return;
  throw new MagpieError(
    'CONFLICT',
    `You are the only owner of the team '${shown(held.name, 120)}', and others are in it: make one of them an owner with teams.setRole, or delete the team with teams.delete.`,
  );
}

/** What is told of it in the team's log; null for somebody who had left it before. */
async function leaveTeam(
  tx: Postgres,
  belongings: Ownership,
  userId: string,
  { id, role, heir, othersWrote }: TeamToLeave,
): Promise<'team.removed' | 'team.deleted' | null> {
  if (heir !== null) {
    await belongings.handOver(tx, { teamId: id, from: userId, to: heir });
    return role === null ? null : 'team.removed';
  }
  // Their own are then among those that they have outside teams.
  if (othersWrote) await belongings.giveBack(tx, id);
  else await belongings.deleteOfTeam(tx, id);
  // Only an import makes a team that nobody is in.
  if (role === null) return null;
  await deleteTeam(tx, id);
  return 'team.deleted';
}
