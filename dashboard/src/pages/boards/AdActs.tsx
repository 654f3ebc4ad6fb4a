import { BoardPicker } from '../../ads/BoardPicker.tsx';
import { useSave } from '../../ads/saving.tsx';
import { useBoards } from '../../api/boards.ts';
import { api, queryClient } from '../../api/client.ts';
import { deleteAds, moveAds, saveAds } from '../../frame/boards/adWork.ts';
import { Confirm } from '../../parts/Confirm.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { tellError } from '../../parts/toast.tsx';
import { counted } from '../../words/format.ts';
import type { Wall } from './wall.ts';
import type { AskedAct } from './useWall.ts';

interface AdActsProps {
  readonly asked: AskedAct | null;
  readonly wall: Wall;
  readonly onEnd: () => void;
}

/** Asks what has to be known before something is done to saved ads, and has it done. */
export function AdActs({ asked, wall, onEnd }: AdActsProps) {
  if (asked === null) return null;
  const { act, ads } = asked;
  if (act === 'save' || act === 'move') return <ChooseBoard asked={asked} wall={wall} onEnd={onEnd} />;
  return (
    <Confirm
      open
      onOpenChange={onEnd}
      title={`Delete ${counted(ads.length, 'saved ad')}?`}
      action={`Delete ${counted(ads.length, 'ad')}`}
      onConfirm={() => {
        onEnd();
        wall.clear();
        return deleteAds(ads, (ad) => wall.deletableCopy(ad)?.teamId ?? null);
      }}
    >
      {deletionSentence(ads.map((ad) => wall.deletableCopy(ad)?.teamId ?? null))} They can still be found in
      Discover.
    </Confirm>
  );
}

function deletionSentence(teamIds: readonly (number | null)[]): string {
  const own = 'They are taken off all your own boards, with your notes; copies of your teams stay.';
  const team = "They are taken off all of the team's boards, with their notes, for everybody in the team.";
  if (teamIds.every((teamId) => teamId === null)) return own;
  if (teamIds.every((teamId) => teamId !== null)) return team;
  return 'Your own copies are taken off all your boards, and copies of a team off all boards of the team, for everybody in it.';
}

function ChooseBoard({ asked: { act, ads }, wall, onEnd }: AdActsProps & { readonly asked: AskedAct }) {
  const { boards: places = [] } = useSave();
  const { boards } = useBoards();
  const from = wall.board;
  const carryOut = (id: number): void => {
    // One that was made just now is known already where boards are listed.
    const all = queryClient.getQueryData(api.boards.list.queryKey()) ?? boards;
    const to = all.find((board) => board.id === id);
    if (to === undefined) return;
    onEnd();
    wall.clear();
    const done = act === 'move' && from !== null ? moveAds(ads, from, to, all) : saveAds(ads, to);
    done.catch(tellError);
  };
  const what = ads.length === 1 ? 'this ad' : counted(ads.length, 'ad');
  return (
    <Dialog
      open
      onOpenChange={onEnd}
      title={act === 'move' ? `Move ${what} to a board` : `Save ${what} to another board`}
    >
      <BoardPicker boards={places.filter(({ id }) => id !== from?.id)} onPick={({ id }) => carryOut(id)} />
    </Dialog>
  );
}
