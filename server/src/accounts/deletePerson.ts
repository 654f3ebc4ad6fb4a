import { MagpieError, shown } from '../kernel/errors.ts';
import { deleteMailsTo } from '../kernel/mail/outbox.sql.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import * as sql from './account.sql.ts';
import type { ProfileRow, TeamToLeave } from './account.sql.ts';
import { voidAddressChange } from './addressChanges.sql.ts';
import { deleteTeam } from './teams.sql.ts';

/** What becomes of boards and saved ads is for the library to do. */
export interface Boards {
  /** Makes somebody else the author of what a person wrote in a team. */
  handOver(
    tx: Postgres,
    order: { readonly teamId: number; readonly from: string; readonly to: string },
  ): Promise<void>;
  /** Gives the boards of a team to their authors. */
  giveBack(tx: Postgres, teamId: number): Promise<void>;
  /** Deletes everything that a team has. */
  deleteOfTeam(tx: Postgres, teamId: number): Promise<void>;
  /** Deletes everything that a person has outside teams. */
  deleteOfPerson(tx: Postgres, userId: string): Promise<void>;
}

/** Deletes a person and everything of theirs; teams that others are in keep their boards. */
export async function deletePerson(tx: Postgres, boards: Boards, person: ProfileRow): Promise<void> {
  const { userId, email } = person;
  if (person.isOwner) await refuseLastOwnerOfInstance(tx);
  const teams = await sql.teamsToLeave(tx, userId);
  refuseOnlyOwner(teams);
  for (const team of teams) await leaveTeam(tx, boards, userId, team);
  await boards.deleteOfPerson(tx, userId);
  await sql.deleteInvitationsOf(tx, email);
  await sql.deleteVerificationsOf(tx, userId);
  await voidAddressChange(tx, userId);
  await deleteMailsTo(tx, email);
  await sql.deletePersonRow(tx, userId);
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

async function leaveTeam(
  tx: Postgres,
  boards: Boards,
  userId: string,
  { id, role, heir }: TeamToLeave,
): Promise<void> {
  if (heir !== null) return boards.handOver(tx, { teamId: id, from: userId, to: heir });
  // Only an import makes a team that nobody is in: others may have written boards of it.
  if (role === null) return boards.giveBack(tx, id);
  await boards.deleteOfTeam(tx, id);
  await deleteTeam(tx, id);
}
