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
import { settingsCopy } from '../copy.ts';

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
        empty={<NoKeys create={create} />}
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

function NoKeys({ create }: { readonly create: ReactNode }) {
  return (
    <Empty icon={<KeyRound size={24} aria-hidden />} action={create}>
      {copy.empty}
    </Empty>
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
