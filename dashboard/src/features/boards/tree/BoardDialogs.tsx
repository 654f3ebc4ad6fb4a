import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { textLimits } from '@magpie/contract/limits';
import { useState } from 'react';
import { useBoards, boardQueries } from '../../../lib/api/boards.ts';
import { api } from '../../../lib/api/client.ts';
import type { Board } from '../../../lib/api/types.ts';
import { Confirm } from '../../../ui/Confirm.tsx';
import { closeDialog, type BoardDialog, setBoardPosition, moveToTarget } from './moveBoard.ts';
import { boardsCopy } from '../copy.ts';
import { TextAreaField, TextField, Select } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/Form.tsx';
import { autoFocus } from '../../../ui/focus.ts';
import { uiCopy } from '../../../ui/copy.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { isWithin, flatten, buildTree } from './tree.ts';
import { useTeams } from '../../../lib/api/teams.ts';

const copy = boardsCopy.tree;

export function OpenBoardDialog({ dialog }: { readonly dialog: BoardDialog }) {
  if (dialog.what === 'new') return <NewBoardDialog {...dialog} />;
  if (dialog.what === 'transfer') return <TransferBoard {...dialog} />;
  if (dialog.what === 'rename') return <RenameBoardDialog board={dialog.board} />;
  return <MoveBoardDialog board={dialog.board} />;
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

function NewBoardDialog(props: Location) {
  const { boards, teams } = useBoards();
  const navigate = useNavigate();
  const [location, setLocation] = useState(formatLocation(props));
  const create = useMutation(
    api.boards.create.mutationOptions({
      onSuccess: async ({ id }) => {
        closeDialog();
        await navigate({ to: '/boards/$boardId', params: { boardId: String(id) } });
      },
      meta: { invalidates: boardQueries },
    }),
  );
  return (
    <FormDialog
      title={copy.newBoard}
      action={copy.createBoard}
      save={create}
      onSubmit={(field) =>
        create.mutate({
          name: field('name'),
          description: field('description'),
          ...parseLocation(location, boards),
        })
      }
      onClose={closeDialog}
    >
      <TextField label={uiCopy.name} name="name" ref={autoFocus} required maxLength={textLimits.name} />
      <TextAreaField
        label={uiCopy.description}
        name="description"
        hint={copy.descriptionHint}
        maxLength={textLimits.boardDescription}
      />
      {(boards.length > 0 || teams.length > 0) && (
        <BoardChoice label={copy.location} value={location} onChange={setLocation} />
      )}
    </FormDialog>
  );
}

function RenameBoardDialog({ board }: { readonly board: Board }) {
  const rename = useMutation(
    api.boards.update.mutationOptions({
      onSuccess: closeDialog,
      meta: { invalidates: boardQueries },
    }),
  );
  return (
    <FormDialog
      title={copy.renameTitle(board.name)}
      action={copy.rename}
      save={rename}
      onSubmit={(field) => rename.mutate({ id: board.id, name: field('name') })}
      onClose={closeDialog}
    >
      <TextField
        label={uiCopy.name}
        name="name"
        ref={autoFocus}
        defaultValue={board.name}
        required
        maxLength={textLimits.name}
      />
    </FormDialog>
  );
}

function MoveBoardDialog({ board }: { readonly board: Board }) {
  const { boards } = useBoards();
  const [value, setValue] = useState(formatLocation(board));
  const move = (): void => {
    const { parentBoardId, teamId } = parseLocation(value, boards);
    closeDialog();
    moveToTarget(
      board,
      parentBoardId === null ? { at: 'end', teamId } : { at: 'inside', boardId: parentBoardId },
    );
  };
  return (
    <Dialog open onOpenChange={closeDialog} title={copy.moveTitle(board.name)}>
      <BoardChoice
        label={copy.moveTo}
        hint={copy.moveHint}
        value={value}
        onChange={setValue}
        offers={({ id }) => !isWithin(boards, id, board.id)}
      />
      <DialogActions>
        <Button onClick={closeDialog}>{uiCopy.cancel}</Button>
        <Button variant="primary" onClick={move} disabled={value === formatLocation(board)}>
          {copy.moveBoard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface BoardChoiceProps {
  readonly label: string;
  readonly hint?: string;
  /** A board id, `top:` for the top level of the user's own boards, `top:3` for that of team 3. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Boards for which this is false are left out. */
  readonly offers?: (board: Board) => boolean;
}

function BoardChoice({ label, hint, value, onChange, offers }: BoardChoiceProps) {
  const { boards, mayEdit } = useBoards();
  const { editable } = useTeams();
  const scopes = [{ id: null, name: boardsCopy.boards.myBoards }, ...editable];
  return (
    <Select label={label} hint={hint} value={value} onChange={({ target }) => onChange(target.value)}>
      {scopes.map(({ id: teamId, name }) => (
        <optgroup key={teamId} label={name}>
          <option value={`top:${teamId ?? ''}`}>
            {teamId === null ? copy.topLevel : copy.topLevelOf(name)}
          </option>
          {flatten(buildTree(boards, teamId))
            .filter(({ board }) => mayEdit(board) && offers?.(board) !== false)
            .map(({ board, depth }) => (
              <option key={board.id} value={String(board.id)}>
                {'\u2003'.repeat(depth)}
                {board.name}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}

type Location = Pick<Board, 'parentBoardId' | 'teamId'>;

function parseLocation(value: string, boards: readonly Board[]): Location {
  if (value.startsWith('top:')) {
    const team = value.slice('top:'.length);
    return { parentBoardId: null, teamId: team === '' ? null : Number(team) };
  }
  const parent = boards.find(({ id }) => String(id) === value);
  return { parentBoardId: parent?.id ?? null, teamId: parent?.teamId ?? null };
}

function formatLocation({ parentBoardId, teamId }: Location): string {
  return parentBoardId === null ? `top:${teamId ?? ''}` : String(parentBoardId);
}
