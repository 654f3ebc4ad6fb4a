import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs, RouterInputs } from '../../../lib/api/types.ts';
import { Select, TextField, Checkbox } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { type Expiry, lastDay } from './keyState.ts';

const scopes = [
  { scope: 'read', meaning: 'View everything you can view.' },
  { scope: 'write', meaning: 'Edit everything you can edit: boards, rules, products, teams.' },
  { scope: 'admin', meaning: 'Import ads, and read the audit log and metrics of this instance.' },
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
      title="Create key"
      action="Create key"
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
        label="Name"
        name="name"
        required
        maxLength={textLimits.name}
        placeholder="Reporting script"
        hint="To recognize it later."
      />
      <Scopes />
      <Select label="Expires" name="expiry" defaultValue="never">
        <option value="never">Never</option>
        <option value="month">In 30 days</option>
        <option value="quarter">In 90 days</option>
        <option value="year">In a year</option>
      </Select>
    </FormDialog>
  );
}

function Scopes() {
  const { isOwner } = useAccount();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-semibold">Scopes</legend>
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
