import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { boardQueries, useBoards } from '../../../lib/api/boards.ts';
import { api } from '../../../lib/api/client.ts';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { autoFocus } from '../../../ui/focus.ts';
import { closeDialog } from './dialog.ts';
import { BoardChoice, parseLocation, formatLocation } from './BoardChoice.tsx';

interface NewBoardDialogProps {
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
}

/** Creates a board and opens it. */
export function NewBoardDialog({ parentBoardId, teamId }: NewBoardDialogProps) {
  const { boards, teams } = useBoards();
  const navigate = useNavigate();
  const [location, setLocation] = useState(formatLocation({ parentBoardId, teamId }));
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
      title="New board"
      action="Create board"
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
      <TextField label="Name" name="name" ref={autoFocus} required maxLength={textLimits.name} />
      <TextArea
        label="Description"
        name="description"
        hint="Shown on the board’s page, also to visitors if the board is public."
        maxLength={textLimits.boardDescription}
      />
      {(boards.length > 0 || teams.length > 0) && (
        <BoardChoice label="Location" value={location} onChange={setLocation} offers={() => true} />
      )}
    </FormDialog>
  );
}
