import type { AuditAct } from '@magpie/contract';
import { roleCan } from '@magpie/contract/roles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { formatTime } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import { SelectMenu } from '../../../ui/SelectMenu.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { ListRow, QueryRows, RowsSkeleton } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';
import { auditQuery } from '../search.ts';

const copy = settingsCopy.audit;

export function AuditSettings() {
  const { isOwner } = useAccount();
  const { team, act } = useSearch({ from: '/shell/settings/$section' });
  const teams = useQuery(api.teams.list.queryOptions());
  const owned = (teams.data ?? []).filter(
    ({ role, status }) => status === 'active' && roleCan(role, 'readAudit'),
  );
  const teamId = team ?? (isOwner ? undefined : owned[0]?.id);
  return (
    <Section title={copy.title} about={copy.text}>
      <Filters teams={owned} team={teamId} act={act} />
      {isOwner || teamId !== undefined ? (
        <Log teamId={teamId} act={act} />
      ) : (
        <QueryView query={teams} loading={<RowsSkeleton label={copy.loading} />}>
          {() => <Empty>{copy.ownersOnly}</Empty>}
        </QueryView>
      )}
    </Section>
  );
}

interface FiltersProps {
  readonly teams: readonly { readonly id: number; readonly name: string }[];
  readonly team: number | undefined;
  readonly act: string | undefined;
}

function Filters({ teams, team, act }: FiltersProps) {
  const { isOwner } = useAccount();
  const navigate = useNavigate();
  const choose = (search: { team?: number | undefined; act?: string | undefined }): void =>
    void navigate({
      to: '/settings/$section',
      params: { section: 'audit' },
      search: { team, act, ...search },
    });
  return (
    <div className="flex flex-wrap gap-3">
      <SelectMenu
        label={copy.scope}
        value={String(team ?? '')}
        onChange={(value) => choose({ team: value === '' ? undefined : Number(value) })}
        options={[
          ...(isOwner ? [['', copy.everything] as const] : []),
          ...teams.map(({ id, name }) => [String(id), name] as const),
        ]}
      />
      <SelectMenu
        label={copy.action}
        value={act ?? ''}
        onChange={(value) => choose({ act: value === '' ? undefined : value })}
        options={[
          ['', copy.allActions],
          ...Object.entries(actionNames).map(([kind, name]) => [kind, copy.someoneDid(name)] as const),
        ]}
      />
    </div>
  );
}

interface LogProps {
  readonly teamId: number | undefined;
  readonly act: string | undefined;
}

function Log({ teamId, act }: LogProps) {
  const log = useInfiniteQuery({
    ...auditQuery(teamId, act),
    select: ({ pages }) => pages.flatMap((page) => page.acts),
  });
  const { getTeamName } = useTeams();
  return (
    <>
      <QueryRows
        label={copy.title}
        query={log}
        loading={copy.loading}
        rowCount={6}
        empty={<Empty>{copy.noEntries}</Empty>}
      >
        {(entry) => (
          <ListRow
            key={entry.id}
            title={
              <>
                <span title={entry.actorEmail ?? undefined}>{describeActor(entry)}</span>{' '}
                <span className="font-normal">{describeAct(entry, getTeamName(entry.teamId))}</span>
              </>
            }
            about={entryFacts(entry).join(' · ')}
            actions={<time className="text-xs text-quiet">{formatTime(entry.at)}</time>}
          />
        )}
      </QueryRows>
      <LoadMore pages={log} />
    </>
  );
}

export type AuditEntry = RouterOutputs['audit']['list']['acts'][number];

/** Verb phrases, shown after the name of the actor. */
const actionNames: Readonly<Record<string, string>> = copy.actionNames satisfies Readonly<
  Record<AuditAct, string>
>;

/** What the actor did: `invited bo@example.com to the team “Agency” as member`. */
export function describeAct(entry: AuditEntry, teamName: string | null): string {
  const { act, subject, actorEmail, teamId } = entry;
  const details: Readonly<Record<string, unknown>> = { ...entry.details };
  const read = (name: string): string | null => {
    const value = details[name];
    return typeof value === 'string' ? value : null;
  };
  const sentence = copy.sentences[act]?.({
    subject,
    isSelf: subject !== null && subject === actorEmail,
    team: teamName === null ? copy.unknownTeam(teamId) : copy.team(teamName),
    name: read('name'),
    email: read('email'),
    role: read('role'),
    from: read('from'),
    to: read('to'),
    app: read('app'),
    format: read('format'),
    logo: read('logo'),
    form: read('form'),
  });
  return sentence ?? actionNames[act] ?? humanize(act.replace('.', ' ')).toLowerCase();
}

export function describeActor({ actorName, actorEmail, actorId, via }: AuditEntry): string {
  if (actorName !== null) return actorName;
  if (actorEmail !== null) return actorEmail;
  if (via === 'command line') return copy.operator;
  return actorId === null ? copy.someone : copy.deletedUser;
}

/** What the sentence does not contain. */
export function entryFacts({ act, subject, actorEmail, details, via, address }: AuditEntry): string[] {
  const isKnown = copy.sentences[act] !== undefined;
  const facts = Object.entries(details).flatMap(([name, value]) =>
    value === null || value === subject || (isKnown && !listedDetails.has(name))
      ? []
      : [`${spaced(name)}: ${formatValue(value)}`],
  );
  const isNamed = isKnown || subject === null || subject === actorEmail;
  const [means = ''] = via?.split(':') ?? [];
  return [
    ...(isNamed ? [] : [subject.replace(/^([a-z]+):/, '$1 ')]),
    ...facts,
    ...(via === null ? [] : [copy.via[means] ?? copy.by(means)]),
    ...(address === null ? [] : [copy.from(address)]),
  ];
}

/** Details that no sentence contains. */
const listedDetails: ReadonlySet<string> = new Set(['scopes', 'expiresAt', 'host']);

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `webhookId` → `webhook id` */
function spaced(name: string): string {
  return humanize(name.replaceAll(/(?=[A-Z])/g, ' ')).toLowerCase();
}
