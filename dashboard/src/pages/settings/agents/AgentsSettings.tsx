import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { api, client, queryClient } from '../../../api/client.ts';
import type { Answers } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { Chip } from '../../../parts/Chip.tsx';
import { Confirm } from '../../../parts/Confirm.tsx';
import { CopyButton } from '../../../parts/CopyButton.tsx';
import { Section } from '../../../parts/Page.tsx';
import { Empty, Failure } from '../../../parts/states.tsx';
import { tell } from '../../../parts/toast.tsx';
import { formatAgo, formatDay } from '../../../words/format.ts';
import { Code } from '../Code.tsx';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { snippetsFor } from './snippets.ts';

type App = Answers['account']['listApps'][number];

export function AgentsSettings() {
  return (
    <>
      <ConnectedApps />
      <Section
        title="Connect an agent"
        about={
          <>
            Agents research brands and keep boards for you. Each asks for your permission in the browser; one
            that cannot takes an API key instead, as{' '}
            <a href="/docs/guides/agents" className="text-accent underline">
              the guide
            </a>{' '}
            shows.
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
    <Section title="Connected apps" about="Apps that act as you through the tools for agents.">
      {apps.isError && <Failure error={apps.error} onRetry={() => void apps.refetch()} />}
      {apps.isPending && <RowsSkeleton label="Your apps are loading" />}
      {apps.data?.length === 0 && (
        <Empty icon={<Bot size={24} aria-hidden />}>No app is connected yet. Add an agent below.</Empty>
      )}
      {apps.data !== undefined && apps.data.length > 0 && (
        <Rows label="Connected apps">
          {apps.data.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function AppRow({ app }: { readonly app: App }) {
  const [isAsked, setIsAsked] = useState(false);
  const { id, name, host, redirectHost, scopes, createdAt, lastUsedAt, expiresAt } = app;
  const disconnect = async (): Promise<void> => {
    await client.account.disconnectApp.mutate({ id });
    await queryClient.invalidateQueries(api.account.listApps.pathFilter());
    tell(`“${name}” is disconnected.`);
  };
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
        <Button look="bad" aria-label={`Disconnect ${name}`} onClick={() => setIsAsked(true)}>
          Disconnect
        </Button>
      }
    >
      <Confirm
        open={isAsked}
        onOpenChange={setIsAsked}
        title={`Disconnect “${name}”?`}
        action="Disconnect"
        onConfirm={disconnect}
      >
        It is refused at once. You can connect it again from the app.
      </Confirm>
    </Row>
  );
}
