import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import { submitForm } from '../../../lib/api/signIn.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.account;

export function NameForm() {
  const { name } = useAccount();
  const save = useMutation({
    mutationFn: (changed: string) => submitForm('update-user', { name: changed }),
    onSuccess: () => toast(copy.nameSaved),
    meta: { invalidates: [api.account.get.pathFilter()] },
  });
  return (
    <Section title={uiCopy.name} about={copy.nameHint}>
      <SettingsForm action={copy.saveName} save={save} onSubmit={(field) => save.mutate(field('name'))}>
        <TextField
          label={copy.yourName}
          name="name"
          defaultValue={name ?? ''}
          maxLength={textLimits.name}
          autoComplete="name"
        />
      </SettingsForm>
    </Section>
  );
}
