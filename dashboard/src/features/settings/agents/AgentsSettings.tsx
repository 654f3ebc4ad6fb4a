import { useMutation, useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatAgo, formatDay } from '../../../lib/format.ts';
import { Code } from '../Code.tsx';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { snippetsFor } from './snippets.ts';

type App = RouterOutputs['account']['listApps'][number];

export function AgentsSettings() {
  return (
    <>
      <ConnectedApps />
      <Section
        title="Connect an agent"
        about={
          <>
            Agents research brands and manage boards for you. They request permission in the browser. For
            agents without a browser, use an API key; see{' '}
            <a href="/docs/guides/agents" className="text-accent underline">
              the guide
            </a>
            .
          </>
        }
      >
        <Rows label="Agents">
          {snippetsFor(location.origin).map(({ agent, where, text }) => (
            <Row
              key={agent}
              title={agent}
              about={where}
              actions={<CopyButton text={text} label={`Copy for ${agent}`} />}
            >
              <Code>{text}</Code>
            </Row>
          ))}
        </Rows>
      </Section>
    </>
  );
}

function ConnectedApps() {
  const apps = useQuery(api.account.listApps.queryOptions());
  return (
    <Section title="Connected apps" about="Apps that act on your behalf.">
      <QueryView
        query={apps}
        loading={<RowsSkeleton label="Loading apps" />}
        empty={<Empty icon={<Bot size={24} aria-hidden />}>No connected apps yet. Add an agent below.</Empty>}
      >
        {(list) => (
          <Rows label="Connected apps">
            {list.map((app) => (
              <AppRow key={app.id} app={app} />
            ))}
          </Rows>
        )}
      </QueryView>
    </Section>
  );
}

function AppRow({ app }: { readonly app: App }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, host, redirectHost, scopes, createdAt, lastUsedAt, expiresAt } = app;
  const disconnect = useMutation({
    mutationFn: () => client.account.disconnectApp.mutate({ id }),
    onSuccess: () => toast(`Disconnected ${name}`),
    meta: { invalidates: [api.account.listApps.pathFilter()] },
  });
  const facts = [
    host ?? redirectHost,
    `connected ${formatDay(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${formatAgo(lastUsedAt)}`,
    `expires ${formatDay(expiresAt)} unless used`,
  ];
  return (
    <Row
      title={name}
      marks={scopes.map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
      about={facts.join(' · ')}
      actions={
        <Button variant="bad" aria-label={`Disconnect ${name}`} onClick={() => setIsOpen(true)}>
          Disconnect
        </Button>
      }
    >
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Disconnect “${name}”?`}
        action="Disconnect"
        onConfirm={() => disconnect.mutateAsync()}
      >
        It loses access immediately. You can connect it again from the app.
      </Confirm>
    </Row>
  );
}
