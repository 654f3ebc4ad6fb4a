import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../api/account.ts';
import { client, queryClient } from '../api/client.ts';
import { useTeams } from '../api/teams.ts';
import type { Team } from '../api/types.ts';
import { Button } from '../parts/Button.tsx';
import { leaveFocus } from '../parts/takeFocus.ts';
import { tell, tellError } from '../parts/toast.tsx';

/** Teams that the reader is invited to, above every page until they join or decline. */
export function TeamInvitations() {
  const { invitations } = useTeams();
  if (invitations.length === 0) return null;
  return (
    <section aria-label="Invitations" ref={leaveFocus} className="flex flex-col border-b bg-accent-soft">
      {invitations.map((team) => (
        <Invitation key={team.id} team={team} />
      ))}
    </section>
  );
}

/** Boards, products and images of a team that is joined are new everywhere. */
function finish(message: string): Promise<void> {
  tell(message);
  return queryClient.invalidateQueries();
}

function Invitation({ team: { id, name, role } }: { readonly team: Team }) {
  const { email } = useAccount();
  const join = useMutation({
    mutationFn: () => client.teams.acceptInvitation.mutate({ id }),
    onSuccess: () => finish(`You are in ${name} now.`),
    onError: tellError,
  });
  const decline = useMutation({
    mutationFn: () => client.teams.removeMember.mutate({ id, email }),
    onSuccess: () => finish(`The invitation to ${name} is declined.`),
    onError: tellError,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
      <p className="min-w-48 flex-1">
        You are invited to the team <b>{name}</b> as {role === 'admin' || role === 'owner' ? 'an' : 'a'}{' '}
        {role}.
      </p>
      <div className="flex gap-2">
        <Button
          look="primary"
          busy={join.isPending}
          aria-label={`Join ${name}`}
          onClick={() => join.mutate()}
        >
          Join
        </Button>
        <Button
          busy={decline.isPending}
          aria-label={`Decline the invitation to ${name}`}
          onClick={() => decline.mutate()}
        >
          Decline
        </Button>
      </div>
    </div>
  );
}
