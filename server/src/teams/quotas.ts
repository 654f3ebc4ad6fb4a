import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { countMembers, countUserTeams } from './teams.sql.ts';

const maxTeams = 100;
const maxMembers = 500;

export async function assertTeamQuota(tx: Postgres, userId: string): Promise<void> {
  if ((await countUserTeams(tx, userId)) < maxTeams) return;
  throw new MagpieError('CONFLICT', `You have reached the limit of ${maxTeams} teams; leave one first.`);
}

/** The caller has locked the team. */
export async function assertRoomForMember(tx: Postgres, teamId: number): Promise<void> {
  if ((await countMembers(tx, teamId)) < maxMembers) return;
  throw new MagpieError(
    'CONFLICT',
    `Team ${teamId} has reached the limit of ${maxMembers} members and invitations; remove one first.`,
  );
}
