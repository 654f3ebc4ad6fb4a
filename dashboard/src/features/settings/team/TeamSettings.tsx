import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Row, Rows, RowsSkeleton } from '../Rows.tsx';
import { NewTeam } from './NewTeam.tsx';
import { TeamDetails } from './TeamDetails.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.team;

export function TeamSettings() {
  const { team: selected } = useSearch({ from: '/shell/settings/$section' });
  const teams = useQuery({
    ...api.teams.list.queryOptions(),
    select: (list) => list.filter(({ status }) => status === 'active'),
  });
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {copy.createTeam}
    </Button>
  );
  const shown = teams.data?.find(({ id }) => id === selected) ?? teams.data?.[0];
  return (
    <>
      <Section title={copy.title} about={copy.text} actions={teams.data?.length === 0 ? undefined : create}>
        <QueryView
          query={teams}
          loading={<RowsSkeleton label={copy.loading} rows={2} />}
          empty={<NoTeams create={create} />}
        >
          {(joined) => <TeamList teams={joined} shown={shown?.id} />}
        </QueryView>
      </Section>
      {shown !== undefined && <TeamDetails key={shown.id} team={shown} />}
      {isCreating && <NewTeam onClose={() => setIsCreating(false)} />}
    </>
  );
}

function NoTeams({ create }: { readonly create: ReactNode }) {
  return (
    <Empty icon={<UsersRound size={24} aria-hidden />} action={create}>
      {copy.empty}
    </Empty>
  );
}

interface TeamListProps {
  readonly teams: readonly Team[];
  readonly shown: number | undefined;
}

function TeamList({ teams, shown }: TeamListProps) {
  return (
    <Rows label={copy.title}>
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
          marks={id === shown && teams.length > 1 && <Chip variant="accent">{copy.shownBelow}</Chip>}
          about={copy.teamFacts(memberCount, role)}
        />
      ))}
    </Rows>
  );
}
