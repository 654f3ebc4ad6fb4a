import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs, RouterInputs } from '../../../lib/api/types.ts';
import { Select, TextField, Checkbox } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { type Expiry, lastDay } from './keyState.ts';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.keys;

const scopes = [
  { scope: 'read', meaning: copy.readHint },
  { scope: 'write', meaning: copy.writeHint },
  { scope: 'admin', meaning: copy.adminHint },
] as const;

interface NewKeyProps {
  readonly onCreated: (key: RouterOutputs['apiKeys']['create']) => void;
  readonly onClose: () => void;
}

export function NewKey({ onCreated, onClose }: NewKeyProps) {
  const create = useMutation({
    mutationFn: (input: RouterInputs['apiKeys']['create']) => client.apiKeys.create.mutate(input),
    onSuccess: onCreated,
    meta: { invalidates: [api.apiKeys.pathFilter()] },
  });
  return (
    <FormDialog
      title={copy.createKey}
      action={copy.createKey}
      save={create}
      onSubmit={(field) =>
        create.mutate({
          name: field('name'),
          scopes: scopes.map(({ scope }) => scope).filter((scope) => field(scope) === 'on'),
          expiresAt: lastDay(field('expiry') as Expiry),
        })
      }
      onClose={onClose}
    >
      <TextField
        label={uiCopy.name}
        name="name"
        required
        maxLength={textLimits.name}
        placeholder={copy.namePlaceholder}
        hint={copy.nameHint}
      />
      <Scopes />
      <Select label={copy.expires} name="expiry" defaultValue="never">
        <option value="never">{copy.never}</option>
        <option value="month">{copy.in30Days}</option>
        <option value="quarter">{copy.in90Days}</option>
        <option value="year">{copy.inAYear}</option>
      </Select>
    </FormDialog>
  );
}

function Scopes() {
  const { isOwner } = useAccount();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-semibold">{copy.scopes}</legend>
      {scopes
        .filter(({ scope }) => scope !== 'admin' || isOwner)
        .map(({ scope, meaning }) => (
          <Checkbox key={scope} name={scope} defaultChecked={scope !== 'admin'}>
            <span className="font-semibold">{scope}</span> <span className="text-quiet">{meaning}</span>
          </Checkbox>
        ))}
    </fieldset>
  );
}
