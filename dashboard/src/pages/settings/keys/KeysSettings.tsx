import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Answers, ApiKey } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { Section } from '../../../parts/Page.tsx';
import { Empty, Failure } from '../../../parts/states.tsx';
import { Code } from '../Code.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Secret } from '../Secret.tsx';
import { KeyRow } from './KeyRow.tsx';
import { NewKey } from './NewKey.tsx';

type Created = Answers['apiKeys']['create'];

export function KeysSettings() {
  const [isMaking, setIsMaking] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const keys = useQuery(api.apiKeys.list.queryOptions());
  const create = (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      Create a key
    </Button>
  );
  return (
    <Section
      title="API keys"
      about={
        <>
          With a key, programs do what you do here: as you, within its scopes. What they can call is in the{' '}
          <a href="/docs" className="text-accent underline">
            API reference
          </a>
          .
        </>
      }
      actions={keys.data?.length === 0 ? undefined : create}
    >
      {keys.isError && <Failure error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isPending && <RowsSkeleton label="Your keys are loading" />}
      {keys.data !== undefined && <KeyList keys={keys.data} create={create} />}
      {isMaking && (
        <NewKey
          onClose={() => setIsMaking(false)}
          onCreated={(key) => {
            setIsMaking(false);
            setCreated(key);
          }}
        />
      )}
      {created !== null && <CreatedKey created={created} onClose={() => setCreated(null)} />}
    </Section>
  );
}

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  readonly create: ReactNode;
}

function KeyList({ keys, create }: KeyListProps) {
  if (keys.length === 0)
    return (
      <Empty icon={<KeyRound size={24} aria-hidden />} action={create}>
        You have no key yet.
      </Empty>
    );
  return (
    <Rows label="API keys">
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </Rows>
  );
}

function CreatedKey({ created, onClose }: { readonly created: Created; readonly onClose: () => void }) {
  const example = `curl -H "Authorization: Bearer ${created.key}" ${location.origin}/api/v1/trpc/boards.list`;
  return (
    <Secret
      title={`The key “${created.name}”`}
      secret={created.key}
      copyLabel="Copy the key"
      onClose={onClose}
    >
      <div className="flex flex-col gap-1">
        <p className="text-quiet">Try it in a terminal:</p>
        <Code>{example}</Code>
      </div>
    </Secret>
  );
}
