import type { Ownership } from './auth/deletePerson.ts';
import { deleteLibrary } from './boards/deleteLibrary.ts';
import { handOverBoards, returnBoards } from './boards/teamBoards.ts';
import { deleteAlertsOf } from './alerts/deleteAlerts.ts';
import { deleteStudio, handOverStudio, returnStudio } from './studio/ownership.ts';

/** What happens to boards, products and images when teams or people are deleted. */
export const ownership: Ownership = {
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
  deleteOfPerson: async (tx, userId) => {
    await deleteLibrary(tx, { teamId: null, authorId: userId });
    await deleteStudio(tx, { teamId: null, authorId: userId });
    await deleteAlertsOf(tx, userId);
  },
};
