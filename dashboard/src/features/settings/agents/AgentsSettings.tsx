import { useMutation, useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatAgo, formatDay } from '../../../lib/format.ts';
import { Code, Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { snippetsFor } from './snippets.ts';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.agents;

type App = RouterOutputs['account']['listApps'][number];

export function AgentsSettings() {
  return (
    <>
      <ConnectedApps />
      <Section
        title={copy.connectTitle}
        about={
          <>
            {copy.connectText}{' '}
            <a href="/docs/guides/agents" className="text-accent underline">
              {copy.guide}
            </a>
            .
          </>
        }
      >
        <Rows label={copy.agents}>
          {snippetsFor(location.origin).map(({ agent, where, text }) => (
            <Row
              key={agent}
              title={agent}
              about={where}
              actions={<CopyButton text={text} label={copy.copyFor(agent)} />}
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
    <Section title={copy.connectedApps} about={copy.connectedAppsText}>
      <QueryView
        query={apps}
        loading={<RowsSkeleton label={copy.loadingApps} />}
        empty={<Empty icon={<Bot size={24} aria-hidden />}>{copy.noApps}</Empty>}
      >
        {(list) => (
          <Rows label={copy.connectedApps}>
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
  const { id, name, host, redirectHost, scopes, createdAt, lastUsedAt, expiresAt } = app;
  const disconnect = useMutation({
    mutationFn: () => client.account.disconnectApp.mutate({ id }),
    onSuccess: () => toast(copy.disconnected(name)),
    meta: { invalidates: [api.account.listApps.pathFilter()] },
  });
  const facts = [
    host ?? redirectHost,
    copy.connected(formatDay(createdAt)),
    lastUsedAt === null ? copy.neverUsed : copy.lastUsed(formatAgo(lastUsedAt)),
    copy.expires(formatDay(expiresAt)),
  ];
  return (
    <Row
      title={name}
      marks={scopes.map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
      about={facts.join(' · ')}
      actions={
        <ConfirmButton
          label={copy.disconnect}
          name={copy.disconnectApp(name)}
          title={copy.disconnectTitle(name)}
          action={copy.disconnect}
          onConfirm={() => disconnect.mutateAsync()}
        >
          {copy.disconnectText}
        </ConfirmButton>
      }
    />
  );
}
