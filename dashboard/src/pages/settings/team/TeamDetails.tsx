import { may } from '@magpie/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../api/account.ts';
import { api } from '../../../api/client.ts';
import type { Team } from '../../../api/types.ts';
import { Section } from '../../../parts/Page.tsx';
import { Failure } from '../../../parts/states.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Invite } from './Invite.tsx';
import { LeaveTeam } from './LeaveTeam.tsx';
import { MemberRow } from './MemberRow.tsx';
import { RenameTeam } from './RenameTeam.tsx';

/** One team: who is in it, and what this person may do about it. */
export function TeamDetails({ team }: { readonly team: Team }) {
  return (
    <>
      <Members team={team} />
      {may(team.role, 'updateTeam') && <RenameTeam team={team} />}
      <LeaveTeam team={team} />
    </>
  );
}

function Members({ team }: { readonly team: Team }) {
  const { userId } = useAccount();
  const members = useQuery(api.teams.listMembers.queryOptions({ id: team.id }));
  return (
    <Section title={`People in ${team.name}`} about={<RolesExplained />}>
      {members.isError && <Failure error={members.error} onRetry={() => void members.refetch()} />}
      {members.isPending && <RowsSkeleton label="The people of the team are loading" />}
      {members.data !== undefined && (
        <Rows label={`People in ${team.name}`}>
          {members.data.map((member) => (
            <MemberRow key={member.email} team={team} member={member} isSelf={member.userId === userId} />
          ))}
        </Rows>
      )}
      {may(team.role, 'manageMembers') && <Invite team={team} />}
    </Section>
  );
}

function RolesExplained() {
  return 'Viewers look. Members also change boards, products and images. Admins also invite and rename. Owners also manage admins and delete the team.';
}
