import { roleCan } from '@magpie/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';
import type { Team } from './types.ts';

const noTeams: readonly Team[] = [];

export function useTeams() {
  const { data = noTeams } = useQuery(api.teams.list.queryOptions());
  const teams = data.filter(({ status }) => status === 'active');
  const editable = teams.filter(({ role }) => roleCan(role, 'editContents'));
  const deletable = teams.filter(({ role }) => roleCan(role, 'deleteSavedAds'));
  return {
    teams,
    invitations: data.filter(({ status }) => status === 'invited'),
    editable,
    getTeamName: (teamId: number | null): string | null =>
      teams.find(({ id }) => id === teamId)?.name ?? null,
    /** Whether a board, product or image may be edited: the user's own, or of an editable team. */
    mayEdit: ({ teamId }: { readonly teamId: number | null }): boolean =>
      teamId === null || editable.some(({ id }) => id === teamId),
    /** Whether the user may delete a saved ad from all boards of its owner at once. */
    mayDeleteCopy: ({ teamId }: { readonly teamId: number | null }): boolean =>
      teamId === null || deletable.some(({ id }) => id === teamId),
  };
}
