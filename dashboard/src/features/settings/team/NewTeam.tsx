import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, client } from '../../../lib/api/client.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';

export function NewTeam({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (name: string) => client.teams.create.mutate({ name }),
    onSuccess: async ({ id }) => {
      await navigate({ to: '/settings/$section', params: { section: 'team' }, search: { team: id } });
      onClose();
    },
    meta: { invalidates: [api.teams.pathFilter()] },
  });
  return (
    <FormDialog
      title="Create team"
      description="You become its owner and can invite others."
      action="Create team"
      save={create}
      onSubmit={(field) => create.mutate(field('name'))}
      onClose={onClose}
    >
      <TextField label="Name" name="name" required maxLength={textLimits.name} placeholder="Growth" />
    </FormDialog>
  );
}
