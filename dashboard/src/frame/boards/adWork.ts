import { reloadSavedAds } from '../../api/boards.ts';
import { client } from '../../api/client.ts';
import { sentenceOf } from '../../api/errors.ts';
import type { Board, SavedAd } from '../../api/types.ts';
import { type BulkProgress, runBulk } from '../../ads/bulk.ts';
import { createStore } from '../../parts/store.ts';
import { tell } from '../../parts/toast.tsx';
import { counted } from '../../words/format.ts';

/** Something that is being done to many saved ads; it goes on while its reader goes to other pages. */
export interface AdWork {
  readonly id: number;
  /** "Saving to Hooks" */
  readonly title: string;
  readonly progress: BulkProgress;
  readonly cancel: () => void;
}

const works = createStore<readonly AdWork[]>([]);
let lastId = 0;

export const useAdWorks = works.use;

interface Task {
  readonly title: string;
  /** What was done, to be followed by how many: "Saved to Hooks" */
  readonly done: string;
  readonly act: (ad: SavedAd) => Promise<unknown>;
}

export function saveAds(ads: readonly SavedAd[], board: Board): Promise<void> {
  return work(ads, {
    title: `Saving to ${board.name}`,
    done: `saved to ${board.name}`,
    act: ({ hash }) => client.ads.addToBoard.mutate({ boardId: board.id, hash }),
  });
}

/** First onto the new board, then off the old one: an ad that is on no board is no longer saved. */
export function moveAds(
  ads: readonly SavedAd[],
  from: Board,
  to: Board,
  all: readonly Board[],
): Promise<void> {
  const there = new Set(all.filter(({ teamId }) => teamId === to.teamId).map(({ id }) => id));
  return work(ads, {
    title: `Moving to ${to.name}`,
    done: `moved to ${to.name}`,
    act: async ({ hash, note, boardIds }) => {
      // Its note goes along to where there is no copy of it yet, and replaces none.
      const isNew = !boardIds.some((id) => there.has(id));
      await client.ads.addToBoard.mutate({ boardId: to.id, hash, ...(isNew && note !== null && { note }) });
      await client.ads.removeFromBoard.mutate({ boardId: from.id, hash });
    },
  });
}

export function removeAds(ads: readonly SavedAd[], board: Board): Promise<void> {
  return work(ads, {
    title: `Taking off ${board.name}`,
    done: `taken off ${board.name}`,
    act: ({ hash }) => client.ads.removeFromBoard.mutate({ boardId: board.id, hash }),
  });
}

/** Deletes of each ad a team's copy, or where `teamOf` says null the reader's own. */
export function deleteAds(ads: readonly SavedAd[], teamOf: (ad: SavedAd) => number | null): Promise<void> {
  return work(ads, {
    title: 'Deleting',
    done: 'deleted',
    act: (ad) => {
      const teamId = teamOf(ad);
      return client.ads.delete.mutate({ hash: ad.hash, ...(teamId !== null && { teamId }) });
    },
  });
}

async function work(ads: readonly SavedAd[], { title, done, act }: Task): Promise<void> {
  lastId += 1;
  const id = lastId;
  const cancelled = new AbortController();
  const result = await runBulk(ads, act, {
    signal: cancelled.signal,
    onProgress: (progress) =>
      works.set([
        ...works.get().filter((one) => one.id !== id),
        { id, title, progress, cancel: () => cancelled.abort() },
      ]),
  });
  works.set(works.get().filter((one) => one.id !== id));
  tell(told(result, done));
  await reloadSavedAds();
}

/** "3 ads saved to Hooks. 1 ad was not: …" */
function told(result: Awaited<ReturnType<typeof runBulk<SavedAd>>>, done: string): string {
  const sentences = [`${counted(result.done.length, 'ad')} ${done}.`];
  const [first] = result.failed;
  if (first !== undefined) {
    const verb = result.failed.length === 1 ? 'was' : 'were';
    sentences.push(`${counted(result.failed.length, 'ad')} ${verb} not: ${sentenceOf(first.error)}`);
  }
  if (result.left.length > 0) sentences.push(`Cancelled before the other ${result.left.length}.`);
  return sentences.join(' ');
}
