import { useNavigate, useParams } from '@tanstack/react-router';
import { reloadSavedAds, useBoards } from '../../api/boards.ts';
import { client } from '../../api/client.ts';
import type { Board } from '../../api/types.ts';
import { Confirm } from '../../parts/Confirm.tsx';
import { tell } from '../../parts/toast.tsx';
import { answered, type Asked, useAsked } from './asked.ts';
import { MoveBoardDialog } from './MoveBoardDialog.tsx';
import { putBoard } from './moving.ts';
import { NewBoardDialog } from './NewBoardDialog.tsx';
import { RenameBoardDialog } from './RenameBoardDialog.tsx';

/** The dialogs about boards, of which one is open at most. */
export function BoardDialogs() {
  const asked = useAsked();
  if (asked === null) return null;
  if (asked.what === 'new') return <NewBoardDialog {...asked} />;
  if (asked.what === 'handOver') return <HandOver {...asked} />;
  if (asked.what === 'rename') return <RenameBoardDialog board={asked.board} />;
  if (asked.what === 'move') return <MoveBoardDialog board={asked.board} />;
  return <DeleteBoard board={asked.board} />;
}

function DeleteBoard({ board }: { readonly board: Board }) {
  const navigate = useNavigate();
  const { boardId } = useParams({ strict: false });
  const remove = async (): Promise<void> => {
    await client.boards.remove.mutate({ id: board.id });
    // Away from the page first, so that it does not ask for a board that is gone.
    if (boardId === String(board.id)) await navigate({ to: '/boards' });
    tell(`${board.name} is deleted`);
    void reloadSavedAds();
  };
  return (
    <Confirm
      open
      onOpenChange={answered}
      title={`Delete ${board.name}?`}
      action="Delete board"
      onConfirm={remove}
    >
      The boards in it move up one level. Its ads stay on the other boards that hold them; those that are on
      no other board are no longer saved, and their notes are gone.
    </Confirm>
  );
}

function HandOver({ board, place }: Extract<Asked, { what: 'handOver' }>) {
  const { teams } = useBoards();
  const team = teams.find(({ id }) => id === place.teamId);
  return (
    <Confirm
      open
      onOpenChange={answered}
      title={
        team === undefined ? `Take ${board.name} out of its team?` : `Move ${board.name} to ${team.name}?`
      }
      action={team === undefined ? 'Make it mine' : `Move to ${team.name}`}
      onConfirm={() => putBoard(board, place)}
    >
      {team === undefined
        ? 'It becomes yours alone, with the boards in it, its ads and notes. The team sees it no longer.'
        : 'Everybody in the team will see it, with the boards in it, its ads and notes.'}
    </Confirm>
  );
}
