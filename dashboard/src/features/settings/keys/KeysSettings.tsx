import { procedureBase } from '@magpie/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Code } from '../Code.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Secret } from '../Secret.tsx';
import { KeyRow } from './KeyRow.tsx';
import { NewKey } from './NewKey.tsx';

type Created = RouterOutputs['apiKeys']['create'];

export function KeysSettings() {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const keys = useQuery(api.apiKeys.list.queryOptions());
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      Create key
    </Button>
  );
  return (
    <Section
      title="API keys"
      about={
        <>
          Keys let programs act on your behalf, within their scopes. See the{' '}
          <a href="/docs" className="text-accent underline">
            API reference
          </a>
          .
        </>
      }
      actions={keys.data?.length === 0 ? undefined : create}
    >
      <QueryView
        query={keys}
        loading={<RowsSkeleton label="Loading keys" />}
        empty={<NoKeys create={create} />}
      >
        {(list) => (
          <Rows label="API keys">
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

function NoKeys({ create }: { readonly create: ReactNode }) {
  return (
    <Empty icon={<KeyRound size={24} aria-hidden />} action={create}>
      No API keys yet.
    </Empty>
  );
}

function CreatedKey({ created, onClose }: { readonly created: Created; readonly onClose: () => void }) {
  const example = `curl -H "Authorization: Bearer ${created.key}" ${location.origin}${procedureBase}/boards.list`;
  return (
    <Secret title={`API key “${created.name}”`} secret={created.key} copyLabel="Copy key" onClose={onClose}>
      <div className="flex flex-col gap-1">
        <p className="text-quiet">Try it in a terminal:</p>
        <Code>{example}</Code>
      </div>
    </Secret>
  );
}
