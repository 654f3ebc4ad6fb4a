import { savedAdQueries } from '../../lib/api/boards.ts';
import { api, client, queryClient } from '../../lib/api/client.ts';
import type { Board, SavedAd } from '../../lib/api/types.ts';
import { labelCarrier } from '../ads/organizing.ts';
import { runAction, runTask } from '../ads/bulkActions.ts';
import { withoutAds } from '../ads/removing.ts';
import { deleteWithUndo } from '../../ui/undo.tsx';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.actions;

/** Adds to the new board before removing from the old one: an ad that is on no board is no longer saved. */
export function moveAds(
  ads: readonly SavedAd[],
  from: Board,
  to: Board,
  all: readonly Board[],
): Promise<void> {
  const carry = labelCarrier(to.teamId);
  const there = new Set(all.filter(({ teamId }) => teamId === to.teamId).map(({ id }) => id));
  return runAction(ads, {
    title: copy.moving(to.name),
    done: copy.moved(to.name),
    act: async (ad) => {
      const { hash, note, boardIds } = ad;
      // Note, stage and labels are copied only if the new owner has no copy of the ad yet, so it replaces none.
      const isNew = !boardIds.some((id) => there.has(id));
      await client.ads.addToBoard.mutate({ boardId: to.id, hash, ...(isNew && note !== null && { note }) });
      if (isNew) await carry(ad);
      await client.ads.removeFromBoard.mutate({ boardId: from.id, hash });
    },
  });
}

/** Deletes each ad's copy of the team that `getTeamId` returns, or the user's own for null. */
export async function deleteAds(
  ads: readonly SavedAd[],
  getTeamId: (ad: SavedAd) => number | null,
): Promise<void> {
  const boards = await queryClient.ensureQueryData(api.boards.list.queryOptions());
  const left = ads.map((ad) => {
    const teamId = getTeamId(ad);
    const owned = boards.filter((board) => board.teamId === teamId && ad.boardIds.includes(board.id));
    return [ad.hash, new Set(owned.map(({ id }) => id))] as const;
  });
  deleteWithUndo({
    text: copy.deleted(ads.length),
    changes: withoutAds(new Map(left)),
    send: () => runTask(ads, { title: copy.deleting, done: null, act: (ad) => deleteAd(ad, getTeamId(ad)) }),
    invalidates: savedAdQueries,
  });
}

function deleteAd({ hash }: SavedAd, teamId: number | null): Promise<unknown> {
  return client.ads.delete.mutate({ hash, ...(teamId !== null && { teamId }) });
}
