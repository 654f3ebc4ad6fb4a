import { api, byCursor, queryClient } from '../../lib/api/client.ts';
import { type SearchParams, parseId, omitUndefined, parseSearchText } from '../../lib/searchParams.ts';

interface SettingsSearch {
  readonly team?: number | undefined;
  readonly webhook?: number | undefined;
  readonly act?: string | undefined;
}

export function readSettingsSearch({ team, webhook, act }: SearchParams): SettingsSearch {
  return omitUndefined({ team: parseId(team), webhook: parseId(webhook), act: parseSearchText(act) });
}

export function auditQuery(teamId: number | undefined, act: string | undefined) {
  return api.audit.list.infiniteQueryOptions(
    { ...(teamId !== undefined && { teamId }), ...(act !== undefined && { act }), limit: 50 },
    byCursor,
  );
}

/** The main query of each section; the account is loaded for every page. */
const prefetches: Readonly<Record<string, (search: SettingsSearch) => unknown>> = {
  keys: () => queryClient.prefetchQuery(api.apiKeys.list.queryOptions()),
  agents: () => queryClient.prefetchQuery(api.account.listApps.queryOptions()),
  team: () => queryClient.prefetchQuery(api.teams.list.queryOptions()),
  sessions: () => queryClient.prefetchQuery(api.account.listSessions.queryOptions()),
  sources: () => queryClient.prefetchQuery(api.system.status.queryOptions()),
  webhooks: () => queryClient.prefetchQuery(api.webhooks.list.queryOptions()),
  audit: ({ team, act }) => {
    // Without a team, the log of the instance is for its owner only.
    const isOwner = queryClient.getQueryData(api.account.get.queryKey())?.isOwner === true;
    return (isOwner || team !== undefined) && queryClient.prefetchInfiniteQuery(auditQuery(team, act));
  },
};

export function prefetchSection(section: string, search: SettingsSearch): void {
  if (Object.hasOwn(prefetches, section)) void prefetches[section]?.(search);
}
