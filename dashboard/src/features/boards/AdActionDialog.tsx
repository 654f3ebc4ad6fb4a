import { BoardPicker } from '../ads/BoardPicker.tsx';
import { useSave } from '../ads/saving.tsx';
import { useBoards } from '../../lib/api/boards.ts';
import { api, queryClient } from '../../lib/api/client.ts';
import { deleteAds, moveAds, saveAds } from './bulkActions.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toastError } from '../../ui/toast.tsx';
import { plural } from '../../lib/format.ts';
import type { Wall } from './wall.ts';
import type { PendingAction } from './useWall.ts';

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
      title={`Delete ${plural(ads.length, 'saved ad')}?`}
      action={`Delete ${plural(ads.length, 'ad')}`}
      onConfirm={() => {
        onEnd();
        wall.clear();
        return deleteAds(ads, (ad) => wall.deletableCopy(ad)?.teamId ?? null);
      }}
    >
      {deletionMessage(ads.map((ad) => wall.deletableCopy(ad)?.teamId ?? null))} You can still find them in
      Discover.
    </Confirm>
  );
}

function deletionMessage(teamIds: readonly (number | null)[]): string {
  const own = 'They are removed from all your boards, with your notes. Copies on team boards stay.';
  const team = 'They are removed from all boards of the team, with their notes, for everyone in the team.';
  if (teamIds.every((teamId) => teamId === null)) return own;
  if (teamIds.every((teamId) => teamId !== null)) return team;
  return 'Your own copies are removed from all your boards. Team copies are removed from all boards of the team, for everyone in it.';
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
  const what = ads.length === 1 ? 'this ad' : plural(ads.length, 'ad');
  return (
    <Dialog
      open
      onOpenChange={onEnd}
      title={act === 'move' ? `Move ${what} to a board` : `Save ${what} to another board`}
    >
      <BoardPicker boards={places.filter(({ id }) => id !== from?.id)} onPick={({ id }) => run(id)} />
    </Dialog>
  );
}
