import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reloadBoards, useBoards } from '../../api/boards.ts';
import { api } from '../../api/client.ts';
import { TextArea, TextField } from '../../parts/fields.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { autoFocus } from '../../parts/focus.ts';
import { closeDialog } from './dialog.ts';
import { BoardChoice, chosenPlace, valueOfPlace } from './BoardChoice.tsx';

interface NewBoardDialogProps {
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
}

/** Creates a board and opens it. */
export function NewBoardDialog({ parentBoardId, teamId }: NewBoardDialogProps) {
  const { boards, teams } = useBoards();
  const navigate = useNavigate();
  const [place, setPlace] = useState(valueOfPlace({ parentBoardId, teamId }));
  const create = useMutation(
    api.boards.create.mutationOptions({
      onSuccess: async ({ id }) => {
        await reloadBoards();
        closeDialog();
        await navigate({ to: '/boards/$boardId', params: { boardId: String(id) } });
      },
    }),
  );
  return (
    <FormDialog
      title="New board"
      action="Create board"
      save={create}
      onSubmit={(field) =>
        create.mutate({
          name: field('name'),
          description: field('description'),
          ...chosenPlace(place, boards),
        })
      }
      onClose={closeDialog}
    >
      <TextField label="Name" name="name" ref={autoFocus} required maxLength={120} />
      <TextArea
        label="Description"
        name="description"
        hint="Shown on the board’s page, also to visitors if the board is public."
        maxLength={2000}
      />
      {(boards.length > 0 || teams.length > 0) && (
        <BoardChoice label="Location" value={place} onChange={setPlace} offers={() => true} />
      )}
    </FormDialog>
  );
}
