import type { Team } from './records.ts';

/** What can be done in a team. `deleteSavedAds` is deleting the team's copy of an ad from all its boards at once. `manageMembers` is about members and viewers, `manageAdmins` about admins and owners. */
export type TeamAct =
  | 'readTeam'
  | 'editContents'
  | 'deleteSavedAds'
  | 'manageMembers'
  | 'manageAdmins'
  | 'updateTeam'
  | 'deleteTeam'
  | 'readAudit';

const mayBeDoneBy: Readonly<Record<TeamAct, readonly Team['role'][]>> = {
  readTeam: ['owner', 'admin', 'member', 'viewer'],
  editContents: ['owner', 'admin', 'member'],
  deleteSavedAds: ['owner', 'admin'],
  manageMembers: ['owner', 'admin'],
  manageAdmins: ['owner'],
  updateTeam: ['owner', 'admin'],
  deleteTeam: ['owner'],
  readAudit: ['owner'],
};

export function may(role: Team['role'], act: TeamAct): boolean {
  return mayBeDoneBy[act].includes(role);
}

/** What somebody must be able to do who invites, removes or changes a person of this role. */
export function actToManage(role: Team['role']): TeamAct {
  return role === 'owner' || role === 'admin' ? 'manageAdmins' : 'manageMembers';
}
