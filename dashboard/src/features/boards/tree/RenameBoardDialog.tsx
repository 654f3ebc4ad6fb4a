import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { boardQueries } from '../../../lib/api/boards.ts';
import { api } from '../../../lib/api/client.ts';
import type { Board } from '../../../lib/api/types.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { autoFocus } from '../../../ui/focus.ts';
import { closeDialog } from './dialog.ts';
import { boardsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = boardsCopy.tree;

export function RenameBoardDialog({ board }: { readonly board: Board }) {
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
