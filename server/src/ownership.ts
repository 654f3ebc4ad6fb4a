import type { AccountData } from './auth/account.ts';
import { deleteLibrary, handOverBoards, returnBoards } from './boards/teamBoards.ts';
import { deleteUserAlerts } from './alerts/rules.ts';
import { deleteStudio, handOverStudio, returnStudio } from './studio/ownership.ts';
import { deleteInvitations, leaveTeams, type TeamContent } from './teams/leaveTeams.ts';

/** What happens to boards, products and images when teams are deleted or members leave. */
export const teamContent: TeamContent = {
  transferAuthorship: async (tx, order) => {
    await handOverBoards(tx, order);
    await handOverStudio(tx, order);
  },
  returnToAuthors: async (tx, teamId) => {
    await returnStudio(tx, teamId);
    await returnBoards(tx, teamId);
  },
  deleteOfTeam: async (tx, teamId) => {
    await deleteLibrary(tx, { teamId, authorId: '' });
    await deleteStudio(tx, { teamId, authorId: '' });
  },
};

/** What happens to the data of other features when an account is deleted. */
export const accountData: AccountData = {
  leaveTeams: (tx, person, by) => leaveTeams(tx, teamContent, person, by),
  deleteInvitations,
  deleteOfPerson: async (tx, userId) => {
    await deleteLibrary(tx, { teamId: null, authorId: userId });
    await deleteStudio(tx, { teamId: null, authorId: userId });
    await deleteUserAlerts(tx, userId);
  },
};
