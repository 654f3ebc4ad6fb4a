import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, client, queryClient } from '../../../api/client.ts';
import { Button } from '../../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../../parts/Dialog.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { filledIn } from '../../../parts/filledIn.ts';
import { ErrorLine } from '../../../parts/states.tsx';

export function NewTeam({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (name: string) => client.teams.create.mutate({ name }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries(api.teams.pathFilter());
      await navigate({ to: '/settings/$section', params: { section: 'team' }, search: { team: id } });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Create a team"
      description="You own it, and invite others afterwards."
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => create.mutate(filledIn(event)('name'))}>
        <TextField label="Name" name="name" required maxLength={120} placeholder="Growth" />
        {create.isError && <ErrorLine error={create.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Create the team
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
