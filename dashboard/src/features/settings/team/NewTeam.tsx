import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, client } from '../../../lib/api/client.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.team;

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
      title={copy.createTeam}
      description={copy.createTeamText}
      action={copy.createTeam}
      save={create}
      onSubmit={(field) => create.mutate(field('name'))}
      onClose={onClose}
    >
      <TextField
        label={uiCopy.name}
        name="name"
        required
        maxLength={textLimits.name}
        placeholder={copy.namePlaceholder}
      />
    </FormDialog>
  );
}
