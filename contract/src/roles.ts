import type { Team } from './records/people.ts';

/** `deleteSavedAds` deletes the team's copy of an ad from all its boards. `manageMembers` covers members and viewers, `manageAdmins` admins and owners. */
export type TeamAction =
  | 'readTeam'
  | 'editContents'
  | 'deleteSavedAds'
  | 'manageMembers'
  | 'manageAdmins'
  | 'updateTeam'
  | 'deleteTeam'
  | 'readAudit';

const rolesByAction: Readonly<Record<TeamAction, readonly Team['role'][]>> = {
  readTeam: ['owner', 'admin', 'member', 'viewer'],
  editContents: ['owner', 'admin', 'member'],
  deleteSavedAds: ['owner', 'admin'],
  manageMembers: ['owner', 'admin'],
  manageAdmins: ['owner'],
  updateTeam: ['owner', 'admin'],
  deleteTeam: ['owner'],
  readAudit: ['owner'],
};

export function roleCan(role: Team['role'], act: TeamAction): boolean {
  return rolesByAction[act].includes(role);
}

export function actionToManage(role: Team['role']): 'manageMembers' | 'manageAdmins' {
  return role === 'owner' || role === 'admin' ? 'manageAdmins' : 'manageMembers';
}
