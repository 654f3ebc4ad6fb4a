import { procedureBase, textLimits } from '@magpie/contract/limits';
import { useQuery, useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs, ApiKey, RouterInputs } from '../../../lib/api/types.ts';
import { plusDays, todayInUtc } from '../../../lib/days.ts';
import { formatAgo, formatDay } from '../../../lib/format.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { Select, TextField, Checkbox } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/Form.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Code, ListRow, ListSection, Secret } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.keys;

type Created = RouterOutputs['apiKeys']['create'];

export function KeysSettings() {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const keys = useQuery(api.apiKeys.list.queryOptions());
  return (
    <>
      <ListSection
        title={copy.title}
        about={
          <>
            {copy.text}{' '}
            <a href="/docs" className="text-accent underline">
              {settingsCopy.page.apiReference}
            </a>
            .
          </>
        }
        icon={KeyRound}
        empty={copy.empty}
        add={copy.createKey}
        onAdd={() => setIsCreating(true)}
        query={keys}
        loading={copy.loading}
      >
        {(key) => <KeyRow key={key.id} apiKey={key} />}
      </ListSection>
      {isCreating && (
        <NewKey
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            setIsCreating(false);
            setCreated(key);
          }}
        />
      )}
      {created !== null && (
        <Secret
          title={copy.createdTitle(created.name)}
          secret={created.key}
          copyLabel={copy.copyKey}
          onClose={() => setCreated(null)}
        >
          <div className="flex flex-col gap-1">
            <p className="text-quiet">{copy.tryIt}</p>
            <Code>{exampleCall(created.key)}</Code>
          </div>
        </Secret>
      )}
    </>
  );
}

function exampleCall(key: string): string {
  return `curl -H "Authorization: Bearer ${key}" ${location.origin}${procedureBase}/boards.list`;
}

type KeyState = 'active' | 'expired' | 'revoked';

export function keyState({ revokedAt, expiresAt }: ApiKey, now = Date.now()): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, name, scopes } = apiKey;
  const state = keyState(apiKey);
  const revoke = useMutation({
    mutationFn: () => client.apiKeys.revoke.mutate({ id }),
    onSuccess: () => toast(copy.revokedKey(name)),
    meta: { invalidates: [api.apiKeys.pathFilter()] },
  });
  return (
    <ListRow
      title={<span className={state === 'active' ? undefined : 'text-quiet'}>{name}</span>}
      marks={
        <>
          {state === 'revoked' && <Chip variant="bad">{copy.revoked}</Chip>}
          {state === 'expired' && <Chip variant="warn">{copy.expired}</Chip>}
          {scopes.map((scope) => (
            <Chip key={scope}>{scope}</Chip>
          ))}
        </>
      }
      about={<KeyFacts apiKey={apiKey} />}
      actions={
        state === 'revoked' ? undefined : (
          <ConfirmButton
            label={copy.revoke}
            name={copy.revokeNamed(name)}
            title={copy.revokeTitle(name)}
            action={copy.revokeKey}
            onConfirm={() => revoke.mutateAsync()}
          >
            {copy.revokeText}
          </ConfirmButton>
        )
      }
    />
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKey }) {
  const { prefix, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const facts = [
    copy.createdAt(formatDay(createdAt)),
    settingsCopy.page.lastUsed(lastUsedAt === null ? null : formatAgo(lastUsedAt)),
    revokedAt !== null
      ? copy.revokedAt(formatDay(revokedAt))
      : expiresAt === null
        ? copy.noExpiry
        : copy.expiresAt(formatDay(expiresAt)),
  ];
  return (
    <>
      <code className="font-mono">{prefix}…</code> · {facts.join(' · ')}
    </>
  );
}

const expiries = { never: null, month: 30, quarter: 90, year: 365 } as const;
type Expiry = keyof typeof expiries;

export function expiryDay(expiry: Expiry, today = todayInUtc()): string | null {
  const days = expiries[expiry];
  return days === null ? null : plusDays(today, days);
}

const scopes = ['read', 'write', 'admin'] as const;

interface NewKeyProps {
  readonly onCreated: (key: Created) => void;
  readonly onClose: () => void;
}

function NewKey({ onCreated, onClose }: NewKeyProps) {
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
          scopes: scopes.filter((scope) => field(scope) === 'on'),
          expiresAt: expiryDay(field('expiry') as Expiry),
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
      <Select
        label={copy.expires}
        name="expiry"
        defaultValue="never"
        options={Object.entries(copy.expiryNames)}
      />
    </FormDialog>
  );
}

function Scopes() {
  const { isOwner } = useAccount();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-semibold">{copy.scopes}</legend>
      {scopes
        .filter((scope) => scope !== 'admin' || isOwner)
        .map((scope) => (
          <Checkbox key={scope} name={scope} defaultChecked={scope !== 'admin'}>
            <span className="font-semibold">{scope}</span>{' '}
            <span className="text-quiet">{copy.scopeHints[scope]}</span>
          </Checkbox>
        ))}
    </fieldset>
  );
}
