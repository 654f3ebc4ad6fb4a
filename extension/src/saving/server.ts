import { createMagpieClient } from '@magpie/client';
import { may } from '@magpie/contract/roles';
import type { CapturedAdInput } from '../capture/index.ts';
import { NoAnswer } from './failure.ts';

export interface Settings {
  /** The origin of the person's Magpie. */
  readonly address: string;
  readonly key: string;
}

/** A board and where it lies. */
export interface BoardPlace {
  readonly id: number;
  readonly name: string;
  /** Names of the boards around it, the outermost first; of a team's, the team before them. */
  readonly within: readonly string[];
  /** Whether the person may save to it. */
  readonly isOpen: boolean;
}

/** What an ad is recognised by. */
export type KnownAd = Pick<CapturedAdInput, 'platform' | 'externalId' | 'sourceUrl'>;

export interface SavedAs {
  readonly boardIds: readonly number[];
  readonly note: string | null;
}

/** The person's Magpie: every call that the extension makes. */
export interface Server {
  readonly boards: () => Promise<readonly BoardPlace[]>;
  /** In the order of the ads. */
  readonly findSaved: (ads: readonly KnownAd[]) => Promise<readonly SavedAs[]>;
  /** Both do it once for each repeatKey, however often they are called. */
  readonly createBoard: (name: string, repeatKey: string) => Promise<number>;
  readonly addToBoard: (
    save: { readonly boardId: number; readonly ad: CapturedAdInput; readonly note: string | null },
    repeatKey: string,
  ) => Promise<void>;
  /** Who the key belongs to, and what it may do. */
  readonly keyHolder: () => Promise<{
    readonly userId: string;
    readonly email: string;
    readonly mayWrite: boolean;
  }>;
}

/** Whoever takes longer is not there: people wait for it, and browsers end a background that does. */
const timeoutSeconds = 20;

/** One call of ads.findSaved tells of so many. */
const mostAsked = 200;

export function serverAt({ address, key }: Settings): Server {
  const client = createMagpieClient({ url: address, key, retries: 0, timeoutSeconds, fetch: onlyThere });
  return {
    boards: async () => {
      const [boards, teams] = await Promise.all([client.boards.list.query(), client.teams.list.query()]);
      return placesOf(
        boards,
        teams.filter(({ status }) => status === 'active'),
      );
    },
    findSaved: async (ads) => {
      const batches = Array.from({ length: Math.ceil(ads.length / mostAsked) }, (_, index) =>
        ads.slice(index * mostAsked, (index + 1) * mostAsked),
      );
      const answers = await Promise.all(batches.map((batch) => client.ads.findSaved.query({ ads: batch })));
      return answers.flat();
    },
    createBoard: async (name, idempotencyKey) => {
      const { id } = await client.boards.create.mutate({ name }, { context: { idempotencyKey } });
      return id;
    },
    addToBoard: async ({ boardId, ad, note }, idempotencyKey) => {
      const saved = { boardId, ad, ...(note !== null && { note }) };
      await client.ads.addToBoard.mutate(saved, { context: { idempotencyKey } });
    },
    keyHolder: async () => {
      const [{ userId, email }, keys] = await Promise.all([
        client.account.get.query(),
        client.apiKeys.list.query(),
      ]);
      const own = keys.find(({ prefix, revokedAt }) => revokedAt === null && key.startsWith(prefix));
      return { userId, email, mayWrite: own?.scopes.includes('write') ?? true };
    },
  };
}

/** Without cookies, and without following where somebody else sends the key. */
const onlyThere: typeof fetch = async (address, request) => {
  try {
    return await fetch(address, { ...request, credentials: 'omit', redirect: 'error', cache: 'no-store' });
  } catch (error) {
    throw new NoAnswer('Nothing answered.', { cause: error });
  }
};

interface BoardRecord {
  readonly id: number;
  readonly name: string;
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
}

interface TeamRecord {
  readonly id: number;
  readonly name: string;
  readonly role: Parameters<typeof may>[0];
}

/** The person's own first, each board followed by those inside of it. */
function inTreeOrder(boards: readonly BoardRecord[]): readonly BoardRecord[] {
  const ids = new Set(boards.map(({ id }) => id));
  const inside = (parent: BoardRecord): readonly BoardRecord[] => [
    parent,
    ...boards.filter(({ parentBoardId }) => parentBoardId === parent.id).flatMap(inside),
  ];
  const outermost = boards.filter(({ parentBoardId }) => parentBoardId === null || !ids.has(parentBoardId));
  return outermost.toSorted((one, other) => (one.teamId ?? 0) - (other.teamId ?? 0)).flatMap(inside);
}

export function placesOf(
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
      isOpen: board.teamId === null || (team !== undefined && may(team.role, 'editContents')),
    };
  });
}
