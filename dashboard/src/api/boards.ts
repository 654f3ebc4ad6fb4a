import { may } from '@magpie/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';
import type { Board, Team } from './types.ts';

const noBoards: readonly Board[] = [];
const noTeams: readonly Team[] = [];

/** The boards of the caller and of their teams, and which of them they may change: viewers of a team only look. */
export function useBoards() {
  const boards = useQuery(api.boards.list.queryOptions());
  const teams = useQuery(api.teams.list.queryOptions());
  const known = teams.data ?? noTeams;
  const mayEdit = ({ teamId }: Pick<Board, 'teamId'>): boolean =>
    teamId === null || known.some(({ id, role }) => id === teamId && may(role, 'editContents'));
  return { boards: boards.data ?? noBoards, teams: known, mayEdit, query: boards };
}
