import type { Ownership } from './auth/deletePerson.ts';
import { deleteLibrary } from './boards/deleteLibrary.ts';
import { handOverBoards, returnBoards } from './boards/teamBoards.ts';
import { deleteAlertsOf } from './alerts/deleteAlerts.ts';
import { deleteStudio, handOverStudio, returnStudio } from './studio/ownership.ts';

/** What becomes of boards, products and images when teams and people go. */
export const ownership: Ownership = {
  handOver: async (tx, order) => {
    await handOverBoards(tx, order);
    await handOverStudio(tx, order);
  },
  giveBack: async (tx, teamId) => {
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
