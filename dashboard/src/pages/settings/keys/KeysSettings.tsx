import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Answers } from '../../../api/types.ts';
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
  const create = (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      Create a key
    </Button>
  );
  return (
    <Section
      title="API keys"
      about="With a key, programs do what you do here: as you, within its scopes."
      actions={create}
    >
      <KeyList />
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

function KeyList() {
  const keys = useQuery(api.apiKeys.list.queryOptions());
  if (keys.isError) return <Failure error={keys.error} onRetry={() => void keys.refetch()} />;
  if (keys.data === undefined) return <RowsSkeleton label="Your keys are loading" />;
  if (keys.data.length === 0)
    return <Empty icon={<KeyRound size={24} aria-hidden />}>You have no key yet.</Empty>;
  return (
    <Rows label="API keys">
      {keys.data.map((key) => (
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
