import type { Contract, OutputOf } from '@magpie/contract';
import { listLimits } from '@magpie/contract/limits';
import { createMagpieClient } from '@magpie/client';
import { roleCan } from '@magpie/contract/roles';
import type { CapturedAdInput } from '../sites/types.ts';
import { NoResponseError } from './failure.ts';

export interface ServerSettings {
  /** The origin of the user's Magpie. */
  readonly address: string;
  readonly key: string;
}

export interface BoardPlace {
  readonly id: number;
  readonly name: string;
  /** Names of the parent boards, outermost first; a team's name comes before them. */
  readonly within: readonly string[];
  readonly isOpen: boolean;
}

export type AdIdentity = Pick<CapturedAdInput, 'platform' | 'library' | 'externalId' | 'sourceUrl'>;

export interface SavedState {
  readonly boardIds: readonly number[];
  readonly note: string | null;
}

/** The person's Magpie: every call that the extension makes. */
export interface Server {
  readonly boards: () => Promise<readonly BoardPlace[]>;
  /** In the order of the ads. */
  readonly findSaved: (ads: readonly AdIdentity[]) => Promise<readonly SavedState[]>;
  readonly createBoard: (name: string, idempotencyKey: string) => Promise<number>;
  readonly addToBoard: (
    save: { readonly boardId: number; readonly ad: CapturedAdInput; readonly note: string | null },
    idempotencyKey: string,
  ) => Promise<void>;
  readonly keyOwner: () => Promise<{
    readonly userId: string;
    readonly email: string;
    readonly canWrite: boolean;
  }>;
}

/** Browsers stop a background that waits longer. */
const timeoutSeconds = 20;

const maxAdsPerCall = listLimits.savedAdReferences;

export function serverAt({ address, key }: ServerSettings): Server {
  const client = createMagpieClient({ url: address, key, retries: 0, timeoutSeconds, fetch: strictFetch });
  return {
    boards: async () => {
      const [boards, teams] = await Promise.all([client.boards.list.query(), client.teams.list.query()]);
      return listPlaces(
        boards,
        teams.filter(({ status }) => status === 'active'),
      );
    },
    findSaved: async (ads) => {
      const batches = Array.from({ length: Math.ceil(ads.length / maxAdsPerCall) }, (_, index) =>
        ads.slice(index * maxAdsPerCall, (index + 1) * maxAdsPerCall),
      );
      const results = await Promise.all(batches.map((batch) => client.ads.findSaved.query({ ads: batch })));
      return results.flat();
    },
    createBoard: async (name, idempotencyKey) => {
      const { id } = await client.boards.create.mutate({ name }, { context: { idempotencyKey } });
      return id;
    },
    addToBoard: async ({ boardId, ad, note }, idempotencyKey) => {
      const saved = { boardId, ad, ...(note !== null && { note }) };
      await client.ads.addToBoard.mutate(saved, { context: { idempotencyKey } });
    },
    keyOwner: async () => {
      const [{ userId, email }, keys] = await Promise.all([
        client.account.get.query(),
        client.apiKeys.list.query(),
      ]);
      const own = keys.find(({ prefix, revokedAt }) => revokedAt === null && key.startsWith(prefix));
      return { userId, email, canWrite: own?.scopes.includes('write') ?? true };
    },
  };
}

/** Sends no cookies, and follows no redirects, which would send the key elsewhere. */
const strictFetch: typeof fetch = async (address, request) => {
  try {
    return await fetch(address, { ...request, credentials: 'omit', redirect: 'error', cache: 'no-store' });
  } catch (error) {
    throw new NoResponseError('No response.', { cause: error });
  }
};

type BoardRecord = Pick<
  OutputOf<Contract['boards']['list']>[number],
  'id' | 'name' | 'parentBoardId' | 'teamId'
>;
type TeamRecord = Pick<OutputOf<Contract['teams']['list']>[number], 'id' | 'name' | 'role'>;

/** Personal boards first; each board is followed by its children. */
function inTreeOrder(boards: readonly BoardRecord[]): readonly BoardRecord[] {
  const ids = new Set(boards.map(({ id }) => id));
  const inside = (parent: BoardRecord): readonly BoardRecord[] => [
    parent,
    ...boards.filter(({ parentBoardId }) => parentBoardId === parent.id).flatMap(inside),
  ];
  const outermost = boards.filter(({ parentBoardId }) => parentBoardId === null || !ids.has(parentBoardId));
  return outermost.toSorted((one, other) => (one.teamId ?? 0) - (other.teamId ?? 0)).flatMap(inside);
}

export function listPlaces(
  boards: readonly BoardRecord[],
  teams: readonly TeamRecord[],
): readonly BoardPlace[] {
  const boardById = new Map(boards.map((board) => [board.id, board]));
  const teamById = new Map(teams.map((team) => [team.id, team]));
  const within = ({ parentBoardId, teamId }: BoardRecord): readonly string[] => {
    const parent = parentBoardId === null ? undefined : boardById.get(parentBoardId);
    if (parent !== undefined) return [...within(parent), parent.name];
    return teamId === null ? [] : [teamById.get(teamId)?.name ?? 'Team'];
  };
  return inTreeOrder(boards).map((board) => {
    const team = board.teamId === null ? undefined : teamById.get(board.teamId);
    return {
      id: board.id,
      name: board.name,
      within: within(board),
      isOpen: board.teamId === null || (team !== undefined && roleCan(team.role, 'editContents')),
    };
  });
}
