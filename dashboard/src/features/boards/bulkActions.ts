import { MutationObserver } from '@tanstack/react-query';
import { savedAdQueries } from '../../lib/api/boards.ts';
import { client, queryClient } from '../../lib/api/client.ts';
import { describeError } from '../../lib/errors.ts';
import type { Board, SavedAd } from '../../lib/api/types.ts';
import { type BulkProgress, runBulk } from '../ads/bulk.ts';
import { createSharedValue } from '../../lib/store.ts';
import { toast } from '../../ui/toast.tsx';
import { boardsCopy } from './copy.ts';

/** A bulk action on saved ads; it continues while the user visits other pages. */
export interface BulkAction {
  readonly id: number;
  /** "Saving to Hooks" */
  readonly title: string;
  readonly progress: BulkProgress;
  readonly cancel: () => void;
}

const running = createSharedValue<readonly BulkAction[]>([]);
let lastId = 0;

export const useBulkActions = running.use;

interface Task {
  readonly title: string;
  /** "saved to Hooks"; shown after the number of ads. */
  readonly done: string;
  readonly act: (ad: SavedAd) => Promise<unknown>;
}

export function saveAds(ads: readonly SavedAd[], board: Board): Promise<void> {
  return runAction(ads, {
    title: boardsCopy.actions.saving(board.name),
    done: boardsCopy.actions.saved(board.name),
    act: ({ hash }) => client.ads.addToBoard.mutate({ boardId: board.id, hash }),
  });
}

/** Adds to the new board before removing from the old one: an ad that is on no board is no longer saved. */
export function moveAds(
  ads: readonly SavedAd[],
  from: Board,
  to: Board,
  all: readonly Board[],
): Promise<void> {
  const there = new Set(all.filter(({ teamId }) => teamId === to.teamId).map(({ id }) => id));
  return runAction(ads, {
    title: boardsCopy.actions.moving(to.name),
    done: boardsCopy.actions.moved(to.name),
    act: async ({ hash, note, boardIds }) => {
      // The note is copied only if the new owner has no copy of the ad yet, so it replaces none.
      const isNew = !boardIds.some((id) => there.has(id));
      await client.ads.addToBoard.mutate({ boardId: to.id, hash, ...(isNew && note !== null && { note }) });
      await client.ads.removeFromBoard.mutate({ boardId: from.id, hash });
    },
  });
}

export function removeAds(ads: readonly SavedAd[], board: Board): Promise<void> {
  return runAction(ads, {
    title: boardsCopy.actions.removing(board.name),
    done: boardsCopy.actions.removed(board.name),
    act: ({ hash }) => client.ads.removeFromBoard.mutate({ boardId: board.id, hash }),
  });
}

/** Deletes each ad's copy of the team that `teamOf` returns, or the user's own for null. */
export function deleteAds(ads: readonly SavedAd[], teamOf: (ad: SavedAd) => number | null): Promise<void> {
  return runAction(ads, {
    title: boardsCopy.actions.deleting,
    done: boardsCopy.actions.deleted,
    act: (ad) => {
      const teamId = teamOf(ad);
      return client.ads.delete.mutate({ hash: ad.hash, ...(teamId !== null && { teamId }) });
    },
  });
}

function runAction(ads: readonly SavedAd[], task: Task): Promise<void> {
  return new MutationObserver(queryClient, {
    mutationFn: () => runTask(ads, task),
    meta: { invalidates: savedAdQueries },
  }).mutate();
}

async function runTask(ads: readonly SavedAd[], { title, done, act }: Task): Promise<void> {
  lastId += 1;
  const id = lastId;
  const cancelled = new AbortController();
  const result = await runBulk(ads, act, {
    signal: cancelled.signal,
    onProgress: (progress) =>
      running.set([
        ...running.get().filter((one) => one.id !== id),
        { id, title, progress, cancel: () => cancelled.abort() },
      ]),
  });
  running.set(running.get().filter((one) => one.id !== id));
  toast(summary(result, done));
}

/** "3 ads saved to Hooks. 1 ad failed: …" */
function summary(result: Awaited<ReturnType<typeof runBulk<SavedAd>>>, done: string): string {
  const sentences = [boardsCopy.actions.finished(result.done.length, done)];
  const [first] = result.failed;
  if (first !== undefined) {
    sentences.push(boardsCopy.actions.failed(result.failed.length, describeError(first.error)));
  }
  if (result.left.length > 0) sentences.push(boardsCopy.actions.canceled(result.left.length));
  return sentences.join(' ');
}
