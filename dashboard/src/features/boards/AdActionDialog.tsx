import { BoardPicker } from '../ads/BoardPicker.tsx';
import { useSave } from '../ads/saving.tsx';
import { useBoards } from '../../lib/api/boards.ts';
import { api, queryClient } from '../../lib/api/client.ts';
import { deleteAds, moveAds, saveAds } from './bulkActions.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toastError } from '../../ui/toast.tsx';
import type { Wall } from './wall.ts';
import type { PendingAction } from './useWall.ts';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.actions;

interface AdActionDialogProps {
  readonly pending: PendingAction | null;
  readonly wall: Wall;
  readonly onEnd: () => void;
}

/** The dialog before a bulk action on saved ads: choose a board or confirm. */
export function AdActionDialog({ pending, wall, onEnd }: AdActionDialogProps) {
  if (pending === null) return null;
  const { act, ads } = pending;
  if (act === 'save' || act === 'move') return <ChooseBoard pending={pending} wall={wall} onEnd={onEnd} />;
  return (
    <Confirm
      open
      onOpenChange={onEnd}
      title={copy.deleteTitle(ads.length)}
      action={copy.deleteAds(ads.length)}
      onConfirm={() => {
        onEnd();
        wall.clear();
        return deleteAds(ads, (ad) => wall.deletableCopy(ad)?.teamId ?? null);
      }}
    >
      {copy.deleteText(deletionMessage(ads.map((ad) => wall.deletableCopy(ad)?.teamId ?? null)))}
    </Confirm>
  );
}

function deletionMessage(teamIds: readonly (number | null)[]): string {
  const own = copy.deleteOwn;
  const team = copy.deleteTeam;
  if (teamIds.every((teamId) => teamId === null)) return own;
  if (teamIds.every((teamId) => teamId !== null)) return team;
  return copy.deleteMixed;
}

function ChooseBoard({
  pending: { act, ads },
  wall,
  onEnd,
}: AdActionDialogProps & { readonly pending: PendingAction }) {
  const { boards: places = [] } = useSave();
  const { boards } = useBoards();
  const from = wall.board;
  const run = (id: number): void => {
    // The cache already contains a board that was just created.
    const all = queryClient.getQueryData(api.boards.list.queryKey()) ?? boards;
    const to = all.find((board) => board.id === id);
    if (to === undefined) return;
    onEnd();
    wall.clear();
    const done = act === 'move' && from !== null ? moveAds(ads, from, to, all) : saveAds(ads, to);
    done.catch(toastError);
  };
  const what = ads.length === 1 ? copy.thisAd : copy.ads(ads.length);
  return (
    <Dialog open onOpenChange={onEnd} title={act === 'move' ? copy.moveTitle(what) : copy.saveTitle(what)}>
      <BoardPicker boards={places.filter(({ id }) => id !== from?.id)} onPick={({ id }) => run(id)} />
    </Dialog>
  );
}
