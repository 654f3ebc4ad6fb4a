import { roleCan } from '@magpie/contract/roles';
import { Link, useParams } from '@tanstack/react-router';
import {
  BookOpen,
  Bookmark,
  Bot,
  Database,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  ScrollText,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { useAccount } from '../../lib/api/account.ts';
import { useTeams } from '../../lib/api/teams.ts';
import { parseKey } from '../../lib/searchParams.ts';
import { NotFoundPage } from '../../ui/pageStates.tsx';
import { Page } from '../../ui/Page.tsx';
import { AccountSettings } from './account/AccountSettings.tsx';
import { AgentsSettings } from './agents/AgentsSettings.tsx';
import { AuditSettings } from './audit/AuditSettings.tsx';
import { BrowserSettings } from './browser/BrowserSettings.tsx';
import { KeysSettings } from './keys/KeysSettings.tsx';
import { SessionsSettings } from './sessions/SessionsSettings.tsx';
import { SourcesSettings } from './sources/SourcesSettings.tsx';
import { TeamSettings } from './team/TeamSettings.tsx';
import { WebhooksSettings } from './webhooks/WebhooksSettings.tsx';
import { settingsCopy } from './copy.ts';

const copy = settingsCopy.page;
const { sectionNames } = copy;
type SectionName = keyof typeof sectionNames;

const groups: readonly (readonly [string, readonly SectionName[]])[] = [
  [copy.groups.account, ['account', 'sessions', 'team', 'browser']],
  [copy.groups.ads, ['sources']],
  [copy.groups.developers, ['agents', 'keys', 'webhooks', 'audit']],
];

const sections: Readonly<Record<SectionName, readonly [ComponentType, LucideIcon]>> = {
  account: [AccountSettings, UserRound],
  keys: [KeysSettings, KeyRound],
  agents: [AgentsSettings, Bot],
  browser: [BrowserSettings, Bookmark],
  team: [TeamSettings, UsersRound],
  sessions: [SessionsSettings, MonitorSmartphone],
  sources: [SourcesSettings, Database],
  webhooks: [WebhooksSettings, Webhook],
  audit: [AuditSettings, ScrollText],
};

export function SettingsPage() {
  const section = parseKey(sectionNames, useParams({ from: '/shell/settings/$section' }).section);
  if (section === undefined) return <NotFoundPage />;
  const [Content] = sections[section];
  return (
    // The list, a gap, the reading width and the padding of the page.
    <div className="mx-auto max-w-[976px]">
      <Page
        title={copy.title(sectionNames[section])}
        heading={<h1 className="text-2xl font-semibold">{copy.settings}</h1>}
      >
        <div className="flex flex-col gap-6 lg:flex-row lg:gap-8">
          <SectionList current={section} />
          <div className="mx-auto flex w-full max-w-[720px] min-w-0 flex-col gap-4">
            <Content key={section} />
          </div>
        </div>
      </Page>
    </div>
  );
}

const linkClass =
  'flex h-9 shrink-0 items-center gap-2 rounded-md px-3 text-quiet hover:bg-sunk hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-strong';

function SectionList({ current }: { readonly current: SectionName }) {
  const canReadAudit = useCanReadAudit();
  const list = useRef<HTMLElement>(null);
  // On a phone the list is a row that scrolls horizontally.
  useEffect(() => {
    const link = list.current?.querySelector(`[href="/settings/${current}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label={copy.settings}
      className="-mx-4 flex gap-1 overflow-x-auto border-b px-4 pb-2 sm:-mx-6 sm:px-6 lg:sticky lg:top-18 lg:mx-0 lg:w-44 lg:shrink-0 lg:flex-col lg:self-start lg:overflow-visible lg:border-b-0 lg:p-0"
    >
      {groups.map(([title, names]) => (
        <div key={title} className="flex gap-1 lg:flex-col lg:pb-3">
          <p className="hidden px-3 pb-1 text-xs text-quiet lg:block">{title}</p>
          {names
            .filter((name) => name !== 'audit' || canReadAudit)
            .map((section) => {
              const [, Icon] = sections[section];
              return (
                <Link
                  key={section}
                  to="/settings/$section"
                  params={{ section }}
                  activeOptions={{ includeSearch: false }}
                  className={linkClass}
                >
                  <Icon size={16} aria-hidden className="shrink-0" />
                  {sectionNames[section]}
                </Link>
              );
            })}
        </div>
      ))}
      <a href="/docs" className={linkClass}>
        <BookOpen size={16} aria-hidden className="shrink-0" />
        {copy.apiReference}
      </a>
    </nav>
  );
}

/** Owners of the instance can read the whole log, owners of a team that of the team. */
function useCanReadAudit(): boolean {
  const { isOwner } = useAccount();
  const { teams } = useTeams();
  return isOwner || teams.some(({ role }) => roleCan(role, 'readAudit'));
}
