import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Whose products and images there are besides one's own. */
export function useTeams() {
  const { data: teams = [] } = useQuery(api.teams.list.queryOptions());
  return {
    /** Those whose products the reader may create and change. */
    writable: teams.filter((team) => team.role !== 'viewer'),
    nameOf: (teamId: number | null): string | null => teams.find((team) => team.id === teamId)?.name ?? null,
    mayChange: (teamId: number | null): boolean =>
      teamId === null || teams.some((team) => team.id === teamId && team.role !== 'viewer'),
  };
}
