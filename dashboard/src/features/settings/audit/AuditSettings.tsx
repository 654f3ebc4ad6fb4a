import { roleCan } from '@magpie/contract/roles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import { Select } from '../../../ui/fields.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { formatTime } from '../../../lib/format.ts';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { actionName, actionNames, describeActor, entryFacts } from './entries.ts';
import { settingsCopy } from '../copy.ts';

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
      <Select
        label={copy.scope}
        value={team ?? ''}
        onChange={({ target }) => choose({ team: target.value === '' ? undefined : Number(target.value) })}
      >
        {isOwner && <option value="">{copy.everything}</option>}
        {teams.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={copy.action}
        value={act ?? ''}
        onChange={({ target }) => choose({ act: target.value === '' ? undefined : target.value })}
      >
        <option value="">{copy.allActions}</option>
        {Object.entries(actionNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {copy.someoneDid(name)}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface LogProps {
  readonly teamId: number | undefined;
  readonly act: string | undefined;
}

function Log({ teamId, act }: LogProps) {
  const log = useInfiniteQuery({
    ...api.audit.list.infiniteQueryOptions(
      { ...(teamId !== undefined && { teamId }), ...(act !== undefined && { act }), limit: 50 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    select: ({ pages }) => pages.flatMap((page) => page.acts),
  });
  return (
    <QueryView
      query={log}
      loading={<RowsSkeleton label={copy.loading} rows={6} />}
      empty={<Empty>{copy.noEntries}</Empty>}
    >
      {(acts) => (
        <>
          <Rows label={copy.title}>
            {acts.map((one) => (
              <Row
                key={one.id}
                title={
                  <>
                    {describeActor(one)} <span className="font-normal">{actionName(one.act)}</span>
                  </>
                }
                about={entryFacts(one).join(' · ')}
                actions={<time className="text-xs text-quiet">{formatTime(one.at)}</time>}
              />
            ))}
          </Rows>
          <LoadMore pages={log} />
        </>
      )}
    </QueryView>
  );
}
