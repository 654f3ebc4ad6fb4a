import { may } from '@magpie/contract/roles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccount } from '../../../api/account.ts';
import { api } from '../../../api/client.ts';
import { Select } from '../../../parts/fields.tsx';
import { LoadMore } from '../../../parts/LoadMore.tsx';
import { Section } from '../../../parts/Page.tsx';
import { Empty, Failure } from '../../../parts/states.tsx';
import { formatTime } from '../../../words/format.ts';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { actName, actNames, actorOf, factsOf } from './acts.ts';

export function AuditSettings() {
  const { isOwner } = useAccount();
  const { team, act } = useSearch({ from: '/frame/settings/$section' });
  const teams = useQuery(api.teams.list.queryOptions());
  const owned = (teams.data ?? []).filter(
    ({ role, status }) => status === 'active' && may(role, 'readAudit'),
  );
  const teamId = team ?? (isOwner ? undefined : owned[0]?.id);
  return (
    <Section title="Audit log" about="Keys, sign-ins, teams, exports: who did what. Kept for a year.">
      <Filters teams={owned} team={teamId} act={act} />
      {isOwner || teamId !== undefined ? (
        <Log teamId={teamId} act={act} />
      ) : teams.isPending ? (
        <RowsSkeleton label="The log is loading" />
      ) : (
        <Empty>The log is for owners of this Magpie and of its teams.</Empty>
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
        label="About"
        value={team ?? ''}
        onChange={({ target }) => choose({ team: target.value === '' ? undefined : Number(target.value) })}
      >
        {isOwner && <option value="">Everything</option>}
        {teams.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label="What"
        value={act ?? ''}
        onChange={({ target }) => choose({ act: target.value === '' ? undefined : target.value })}
      >
        <option value="">All acts</option>
        {Object.entries(actNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            Somebody {name}
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
  const log = useInfiniteQuery(
    api.audit.list.infiniteQueryOptions(
      { ...(teamId !== undefined && { teamId }), ...(act !== undefined && { act }), limit: 50 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  if (log.isLoadingError) return <Failure error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data === undefined) return <RowsSkeleton label="The log is loading" rows={6} />;
  const acts = log.data.pages.flatMap((page) => page.acts);
  if (acts.length === 0) return <Empty>Nothing of this kind was noted.</Empty>;
  return (
    <>
      <Rows label="Acts">
        {acts.map((one) => (
          <Row
            key={one.id}
            title={
              <>
                {actorOf(one)} <span className="font-normal">{actName(one.act)}</span>
              </>
            }
            about={factsOf(one).join(' · ')}
            actions={<time className="text-xs text-quiet">{formatTime(one.at)}</time>}
          />
        ))}
      </Rows>
      <LoadMore pages={log} />
    </>
  );
}
