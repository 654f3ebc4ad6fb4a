import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { readForm } from '../../../lib/readForm.ts';
import { Section } from '../../../ui/Page.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.team;

export function RenameTeam({ team: { id, name, slug } }: { readonly team: Team }) {
  const save = useMutation({
    mutationFn: (input: { name: string; slug: string }) => client.teams.update.mutate({ id, ...input }),
    onSuccess: (changed) => toast(copy.saved(changed.name)),
    meta: { invalidates: [api.teams.pathFilter()] },
  });
  return (
    <Section title={copy.teamName}>
      <form
        className="flex flex-col gap-4 sm:max-w-96"
        onSubmit={(event) => {
          const field = readForm(event);
          save.mutate({ name: field('name'), slug: field('slug') });
        }}
      >
        <TextField label={uiCopy.name} name="name" defaultValue={name} required maxLength={textLimits.name} />
        <TextField
          label={copy.shortName}
          name="slug"
          defaultValue={slug}
          required
          hint={copy.shortNameHint}
        />
        {save.isError && <ErrorLine error={save.error} />}
        <Button type="submit" busy={save.isPending} className="self-start">
          {uiCopy.save}
        </Button>
      </form>
    </Section>
  );
}
