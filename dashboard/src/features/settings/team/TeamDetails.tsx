import { roleCan } from '@magpie/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { Section } from '../../../ui/Page.tsx';
import { Failure } from '../../../ui/states.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Invite } from './Invite.tsx';
import { LeaveTeam } from './LeaveTeam.tsx';
import { MemberRow } from './MemberRow.tsx';
import { RenameTeam } from './RenameTeam.tsx';

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
    <Section title={`Members of ${team.name}`} about={<RolesExplained />}>
      {members.isError && <Failure error={members.error} onRetry={() => void members.refetch()} />}
      {members.isPending && <RowsSkeleton label="Loading members" />}
      {members.data !== undefined && (
        <Rows label={`Members of ${team.name}`}>
          {members.data.map((member) => (
            <MemberRow key={member.email} team={team} member={member} isSelf={member.userId === userId} />
          ))}
        </Rows>
      )}
      {roleCan(team.role, 'manageMembers') && <Invite team={team} />}
    </Section>
  );
}

function RolesExplained() {
  return 'Viewers can view. Members can also edit boards, products and images. Admins can also invite and rename. Owners can also manage admins and delete the team.';
}
