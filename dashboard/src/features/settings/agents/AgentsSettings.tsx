import { useMutation, useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Section } from '../../../ui/Page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatAgo, formatDay } from '../../../lib/format.ts';
import { Code, ListRow, ListSection, Rows } from '../Rows.tsx';
import { snippetsFor } from './snippets.ts';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.agents;

type App = RouterOutputs['account']['listApps'][number];

export function AgentsSettings() {
  const apps = useQuery(api.account.listApps.queryOptions());
  return (
    <>
      <ListSection
        title={copy.connectedApps}
        about={copy.connectedAppsText}
        icon={Bot}
        empty={copy.noApps}
        query={apps}
        loading={copy.loadingApps}
      >
        {(app) => <AppRow key={app.id} app={app} />}
      </ListSection>
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
            <ListRow
              key={agent}
              title={agent}
              about={where}
              actions={<CopyButton text={text} label={copy.copyFor(agent)} />}
            >
              <Code>{text}</Code>
            </ListRow>
          ))}
        </Rows>
      </Section>
    </>
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
    settingsCopy.page.lastUsed(lastUsedAt === null ? null : formatAgo(lastUsedAt)),
    copy.expires(formatDay(expiresAt)),
  ];
  return (
    <ListRow
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
