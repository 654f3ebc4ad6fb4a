import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import type { Board } from '../../api/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { ErrorLine } from '../../parts/states.tsx';
import { takeFocus } from '../../parts/takeFocus.ts';
import { answered } from './asked.ts';

export function RenameBoardDialog({ board }: { readonly board: Board }) {
  const [name, setName] = useState(board.name);
  const rename = useMutation(
    api.boards.update.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(api.boards.pathFilter());
        answered();
      },
    }),
  );
  return (
    <Dialog open onOpenChange={answered} title={`Rename ${board.name}`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ id: board.id, name });
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
        {rename.isError && <ErrorLine error={rename.error} />}
        <DialogActions>
          <Button onClick={answered}>Cancel</Button>
          <Button look="primary" type="submit" busy={rename.isPending} disabled={name.trim() === ''}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
