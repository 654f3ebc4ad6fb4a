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
import { boardsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = boardsCopy.tree;

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
      <TextArea
        label={uiCopy.description}
        name="description"
        hint={copy.descriptionHint}
        maxLength={textLimits.boardDescription}
      />
      {(boards.length > 0 || teams.length > 0) && (
        <BoardChoice label={copy.location} value={location} onChange={setLocation} offers={() => true} />
      )}
    </FormDialog>
  );
}
