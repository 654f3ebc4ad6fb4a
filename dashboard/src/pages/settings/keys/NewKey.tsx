import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../api/account.ts';
import { api, client, queryClient } from '../../../api/client.ts';
import type { Answers, Questions } from '../../../api/types.ts';
import { Select, TextField, Tick } from '../../../parts/fields.tsx';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { type Expiry, lastDay } from './keyState.ts';

const scopes = [
  { scope: 'read', meaning: 'Look at everything you can look at.' },
  { scope: 'write', meaning: 'Change what you can change: boards, rules, products, teams.' },
  { scope: 'admin', meaning: 'Bring in ads, read the audit log and the measurements of this instance.' },
] as const;

interface NewKeyProps {
  readonly onCreated: (key: Answers['apiKeys']['create']) => void;
  readonly onClose: () => void;
}

export function NewKey({ onCreated, onClose }: NewKeyProps) {
  const create = useMutation({
    mutationFn: (input: Questions['apiKeys']['create']) => client.apiKeys.create.mutate(input),
    onSuccess: async (key) => {
      await queryClient.invalidateQueries(api.apiKeys.pathFilter());
      onCreated(key);
    },
  });
  return (
    <FormDialog
      title="Create a key"
      action="Create the key"
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
        maxLength={120}
        placeholder="Reporting script"
        hint="So that you know it again."
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
      <legend className="mb-1 font-semibold">What it may do</legend>
      {scopes
        .filter(({ scope }) => scope !== 'admin' || isOwner)
        .map(({ scope, meaning }) => (
          <Tick key={scope} name={scope} defaultChecked={scope !== 'admin'}>
            <span className="font-semibold">{scope}</span> <span className="text-quiet">{meaning}</span>
          </Tick>
        ))}
    </fieldset>
  );
}
