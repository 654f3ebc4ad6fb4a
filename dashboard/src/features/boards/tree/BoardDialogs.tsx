import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { savedAdQueries, useBoards } from '../../../lib/api/boards.ts';
import { client } from '../../../lib/api/client.ts';
import type { Board } from '../../../lib/api/types.ts';
import { Confirm } from '../../../ui/Confirm.tsx';
import { toast } from '../../../ui/toast.tsx';
import { closeDialog, type BoardDialog, useDialog } from './dialog.ts';
import { MoveBoardDialog } from './MoveBoardDialog.tsx';
import { setBoardPosition } from './moveBoard.ts';
import { NewBoardDialog } from './NewBoardDialog.tsx';
import { RenameBoardDialog } from './RenameBoardDialog.tsx';

export function BoardDialogs() {
  const dialog = useDialog();
  if (dialog === null) return null;
  if (dialog.what === 'new') return <NewBoardDialog {...dialog} />;
  if (dialog.what === 'transfer') return <TransferBoard {...dialog} />;
  if (dialog.what === 'rename') return <RenameBoardDialog board={dialog.board} />;
  if (dialog.what === 'move') return <MoveBoardDialog board={dialog.board} />;
  return <DeleteBoard board={dialog.board} />;
}

function DeleteBoard({ board }: { readonly board: Board }) {
  const navigate = useNavigate();
  const { boardId } = useParams({ strict: false });
  const remove = useMutation({
    mutationFn: async () => {
      await client.boards.remove.mutate({ id: board.id });
      // Leave the page before the reload, so that it does not query a deleted board.
      if (boardId === String(board.id)) await navigate({ to: '/boards' });
    },
    onSuccess: () => toast(`Deleted ${board.name}`),
    meta: { invalidates: savedAdQueries },
  });
  return (
    <Confirm
      open
      onOpenChange={closeDialog}
      title={`Delete ${board.name}?`}
      action="Delete board"
      onConfirm={() => remove.mutateAsync()}
    >
      Boards inside it move up one level. Its ads stay saved on your other boards. Ads that are on no other
      board are removed, with their notes.
    </Confirm>
  );
}

function TransferBoard({ board, position }: Extract<BoardDialog, { what: 'transfer' }>) {
  const { teams } = useBoards();
  const team = teams.find(({ id }) => id === position.teamId);
  return (
    <Confirm
      open
      onOpenChange={closeDialog}
      title={
        team === undefined ? `Move ${board.name} to your boards?` : `Move ${board.name} to ${team.name}?`
      }
      action={team === undefined ? 'Move to my boards' : `Move to ${team.name}`}
      onConfirm={() => setBoardPosition(board, position)}
    >
      {team === undefined
        ? 'Its team loses access to it, including the boards inside it, ads and notes.'
        : 'Everyone in the team will see it, including the boards inside it, ads and notes.'}
    </Confirm>
  );
}
