import { may } from '@magpie/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';
import type { Team } from './types.ts';

const noTeams: readonly Team[] = [];

/** The teams of the reader, and what of theirs the reader may change: viewers only look. */
export function useTeams() {
  const { data = noTeams } = useQuery(api.teams.list.queryOptions());
  const teams = data.filter(({ status }) => status === 'active');
  const editable = teams.filter(({ role }) => may(role, 'editContents'));
  const deletable = teams.filter(({ role }) => may(role, 'deleteSavedAds'));
  return {
    teams,
    /** Teams that the reader is invited to and has not joined. */
    invitations: data.filter(({ status }) => status === 'invited'),
    editable,
    nameOf: (teamId: number | null): string | null => teams.find(({ id }) => id === teamId)?.name ?? null,
    /** Of a board, a product or an image: one's own, or one of such a team. */
    mayEdit: ({ teamId }: { readonly teamId: number | null }): boolean =>
      teamId === null || editable.some(({ id }) => id === teamId),
    /** Whether the reader may delete the copy of an ad from all boards of its owner at once. */
    mayDeleteCopy: ({ teamId }: { readonly teamId: number | null }): boolean =>
      teamId === null || deletable.some(({ id }) => id === teamId),
  };
}
