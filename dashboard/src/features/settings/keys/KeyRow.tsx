import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { ApiKey } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatAgo, formatDay } from '../../../lib/format.ts';
import { Row } from '../Rows.tsx';
import { keyState } from './keyState.ts';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.keys;

export function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
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
