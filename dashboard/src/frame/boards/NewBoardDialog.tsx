import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useBoards } from '../../api/boards.ts';
import { api, queryClient } from '../../api/client.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { TextArea, TextField } from '../../parts/fields.tsx';
import { ErrorLine } from '../../parts/states.tsx';
import { takeFocus } from '../../parts/takeFocus.ts';
import { answered } from './asked.ts';
import { BoardChoice, chosenPlace, valueOfPlace } from './BoardChoice.tsx';

interface NewBoardDialogProps {
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
}

/** Creates a board and opens it. */
export function NewBoardDialog({ parentBoardId, teamId }: NewBoardDialogProps) {
  const { boards, teams } = useBoards();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [place, setPlace] = useState(valueOfPlace({ parentBoardId, teamId }));
  const create = useMutation(
    api.boards.create.mutationOptions({
      onSuccess: async ({ id }) => {
        await queryClient.invalidateQueries(api.boards.pathFilter());
        answered();
        await navigate({ to: '/boards/$boardId', params: { boardId: String(id) } });
      },
    }),
  );
  const submit = (): void => create.mutate({ name, description, ...chosenPlace(place, boards) });
  return (
    <Dialog open onOpenChange={answered} title="New board">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label="Name"
          ref={takeFocus}
          value={name}
          onChange={({ target }) => setName(target.value)}
          required
          maxLength={120}
        />
        <TextArea
          label="Description"
          hint="What belongs on it. It is shown on its page, to everybody if the board is public."
          value={description}
          onChange={({ target }) => setDescription(target.value)}
          maxLength={2000}
        />
        {(boards.length > 0 || teams.length > 0) && (
          <BoardChoice label="Where" value={place} onChange={setPlace} offers={() => true} />
        )}
        {create.isError && <ErrorLine error={create.error} />}
        <DialogActions>
          <Button onClick={answered}>Cancel</Button>
          <Button look="primary" type="submit" busy={create.isPending} disabled={name.trim() === ''}>
            Create board
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
