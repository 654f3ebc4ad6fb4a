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
import { boardsCopy } from '../copy.ts';

const copy = boardsCopy.tree;

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
    onSuccess: () => toast(copy.deleted(board.name)),
    meta: { invalidates: savedAdQueries },
  });
  return (
    <Confirm
      open
      onOpenChange={closeDialog}
      title={copy.deleteTitle(board.name)}
      action={copy.deleteBoard}
      onConfirm={() => remove.mutateAsync()}
    >
      {copy.deleteText}
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
        team === undefined ? copy.moveToOwnTitle(board.name) : copy.moveToTeamTitle(board.name, team.name)
      }
      action={team === undefined ? copy.moveToOwn : copy.moveToTeam(team.name)}
      onConfirm={() => setBoardPosition(board, position)}
    >
      {team === undefined ? copy.moveToOwnText : copy.moveToTeamText}
    </Confirm>
  );
}
