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

export function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, scopes } = apiKey;
  const state = keyState(apiKey);
  const revoke = useMutation({
    mutationFn: () => client.apiKeys.revoke.mutate({ id }),
    onSuccess: () => toast(`Revoked ${name}`),
    meta: { invalidates: [api.apiKeys.pathFilter()] },
  });
  return (
    <Row
      title={<span className={state === 'active' ? undefined : 'text-quiet'}>{name}</span>}
      marks={
        <>
          {state === 'revoked' && <Chip variant="bad">Revoked</Chip>}
          {state === 'expired' && <Chip variant="warn">Expired</Chip>}
          {scopes.map((scope) => (
            <Chip key={scope}>{scope}</Chip>
          ))}
        </>
      }
      about={<KeyFacts apiKey={apiKey} />}
      actions={
        state === 'revoked' ? undefined : (
          <Button variant="bad" aria-label={`Revoke ${name}`} onClick={() => setIsOpen(true)}>
            Revoke
          </Button>
        )
      }
    >
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Revoke “${name}”?`}
        action="Revoke key"
        onConfirm={() => revoke.mutateAsync()}
      >
        Programs that use it lose access immediately. This cannot be undone.
      </Confirm>
    </Row>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKey }) {
  const { prefix, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const facts = [
    `created ${formatDay(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${formatAgo(lastUsedAt)}`,
    revokedAt !== null
      ? `revoked ${formatDay(revokedAt)}`
      : expiresAt === null
        ? 'no expiry'
        : `expires ${formatDay(expiresAt)}`,
  ];
  return (
    <>
      <code className="font-mono">{prefix}…</code> · {facts.join(' · ')}
    </>
  );
}
