import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Section } from '../../../ui/Page.tsx';
import { Empty, Failure } from '../../../ui/states.tsx';
import { plural } from '../../../lib/format.ts';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { NewTeam } from './NewTeam.tsx';
import { TeamDetails } from './TeamDetails.tsx';

export function TeamSettings() {
  const { team: selected } = useSearch({ from: '/shell/settings/$section' });
  const teams = useQuery(api.teams.list.queryOptions());
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      Create team
    </Button>
  );
  const joined = teams.data?.filter(({ status }) => status === 'active');
  const shown = joined?.find(({ id }) => id === selected) ?? joined?.[0];
  return (
    <>
      <Section
        title="Teams"
        about="Teams share boards, saved ads, products and images."
        actions={joined?.length === 0 ? undefined : create}
      >
        {teams.isError && <Failure error={teams.error} onRetry={() => void teams.refetch()} />}
        {teams.isPending && <RowsSkeleton label="Loading teams" rows={2} />}
        {joined !== undefined && <TeamList teams={joined} shown={shown?.id} create={create} />}
      </Section>
      {shown !== undefined && <TeamDetails key={shown.id} team={shown} />}
      {isCreating && <NewTeam onClose={() => setIsCreating(false)} />}
    </>
  );
}

interface TeamListProps {
  readonly teams: readonly Team[];
  readonly shown: number | undefined;
  readonly create: ReactNode;
}

function TeamList({ teams, shown, create }: TeamListProps) {
  if (teams.length === 0)
    return (
      <Empty icon={<UsersRound size={24} aria-hidden />} action={create}>
        No teams yet.
      </Empty>
    );
  return (
    <Rows label="Teams">
      {teams.map(({ id, name, role, memberCount }) => (
        <Row
          key={id}
          title={
            <Link
              to="/settings/$section"
              params={{ section: 'team' }}
              search={{ team: id }}
              aria-current={id === shown ? 'true' : undefined}
              className="underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          }
          marks={id === shown && teams.length > 1 && <Chip variant="accent">Shown below</Chip>}
          about={`${plural(memberCount, 'member')} · your role: ${role}`}
        />
      ))}
    </Rows>
  );
}
