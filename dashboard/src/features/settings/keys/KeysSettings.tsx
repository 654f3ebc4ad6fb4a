import { procedureBase, textLimits } from '@magpie/contract/limits';
import { useQuery, useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs, ApiKey, RouterInputs } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Code, Rows, RowsSkeleton, Secret, Row } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatAgo, formatDay } from '../../../lib/format.ts';
import { keyState, type Expiry, lastDay } from './keyState.ts';
import { useAccount } from '../../../lib/api/account.ts';
import { Select, TextField, Checkbox } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { uiCopy } from '../../../ui/copy.ts';

const copy = settingsCopy.keys;

type Created = RouterOutputs['apiKeys']['create'];

export function KeysSettings() {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const keys = useQuery(api.apiKeys.list.queryOptions());
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {copy.createKey}
    </Button>
  );
  return (
    <Section
      title={copy.title}
      about={
        <>
          {copy.text}{' '}
          <a href="/docs" className="text-accent underline">
            {copy.apiReference}
          </a>
          .
        </>
      }
      actions={keys.data?.length === 0 ? undefined : create}
    >
      <QueryView
        query={keys}
        loading={<RowsSkeleton label={copy.loading} />}
        empty={
          <Empty icon={<KeyRound size={24} aria-hidden />} action={create}>
            {copy.empty}
          </Empty>
        }
      >
        {(list) => (
          <Rows label={copy.title}>
            {list.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </Rows>
        )}
      </QueryView>
      {isCreating && (
        <NewKey
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            setIsCreating(false);
            setCreated(key);
          }}
        />
      )}
      {created !== null && <CreatedKey created={created} onClose={() => setCreated(null)} />}
    </Section>
  );
}

function CreatedKey({ created, onClose }: { readonly created: Created; readonly onClose: () => void }) {
  const example = `curl -H "Authorization: Bearer ${created.key}" ${location.origin}${procedureBase}/boards.list`;
  return (
    <Secret
      title={copy.createdTitle(created.name)}
      secret={created.key}
      copyLabel={copy.copyKey}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1">
        <p className="text-quiet">{copy.tryIt}</p>
        <Code>{example}</Code>
      </div>
    </Secret>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, scopes } = apiKey;
  const state = keyState(apiKey);
  const revoke = useMutation({
    mutationFn: () => client.apiKeys.revoke.mutate({ id }),
    onSuccess: () => toast(copy.revokedKey(name)),
    meta: { invalidates: [api.apiKeys.pathFilter()] },
  });
  return (
    <Row
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
          <Button variant="bad" aria-label={copy.revokeNamed(name)} onClick={() => setIsOpen(true)}>
            {copy.revoke}
          </Button>
        )
      }
    >
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title={copy.revokeTitle(name)}
        action={copy.revokeKey}
        onConfirm={() => revoke.mutateAsync()}
      >
        {copy.revokeText}
      </Confirm>
    </Row>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKey }) {
  const { prefix, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const facts = [
    copy.createdAt(formatDay(createdAt)),
    lastUsedAt === null ? copy.neverUsed : copy.lastUsed(formatAgo(lastUsedAt)),
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

const scopes = [
  { scope: 'read', meaning: copy.readHint },
  { scope: 'write', meaning: copy.writeHint },
  { scope: 'admin', meaning: copy.adminHint },
] as const;

interface NewKeyProps {
  readonly onCreated: (key: RouterOutputs['apiKeys']['create']) => void;
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
