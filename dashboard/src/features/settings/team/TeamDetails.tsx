import { roleCan } from '@magpie/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Invite } from './Invite.tsx';
import { LeaveTeam } from './LeaveTeam.tsx';
import { MemberRow } from './MemberRow.tsx';
import { RenameTeam } from './RenameTeam.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.team;

export function TeamDetails({ team }: { readonly team: Team }) {
  return (
    <>
      <Members team={team} />
      {roleCan(team.role, 'updateTeam') && <RenameTeam team={team} />}
      <LeaveTeam team={team} />
    </>
  );
}

function Members({ team }: { readonly team: Team }) {
  const { userId } = useAccount();
  const members = useQuery(api.teams.listMembers.queryOptions({ id: team.id }));
  return (
    <Section title={copy.membersOf(team.name)} about={<RolesExplained />}>
      <QueryView query={members} loading={<RowsSkeleton label={copy.loadingMembers} />}>
        {(list) => (
          <Rows label={copy.membersOf(team.name)}>
            {list.map((member) => (
              <MemberRow key={member.email} team={team} member={member} isSelf={member.userId === userId} />
            ))}
          </Rows>
        )}
      </QueryView>
      {roleCan(team.role, 'manageMembers') && <Invite team={team} />}
    </Section>
  );
}

function RolesExplained() {
  return copy.rolesText;
}
