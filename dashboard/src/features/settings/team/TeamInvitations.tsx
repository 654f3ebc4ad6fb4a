import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { client } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { releaseFocus } from '../../../ui/focus.ts';
import { toast, toastError } from '../../../ui/toast.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.team;

/** Pending invitations, above every page until they are accepted or declined. */
export function TeamInvitations({ invitations }: { readonly invitations: readonly Team[] }) {
  return (
    <section
      aria-label={copy.invitations}
      ref={releaseFocus}
      className="flex flex-col border-b bg-accent-soft"
    >
      {invitations.map((team) => (
        <Invitation key={team.id} team={team} />
      ))}
    </section>
  );
}

/** Joining adds the boards, products and images of a team, so every query is stale. */
const meta = { invalidates: [{}] };

function Invitation({ team: { id, name, role } }: { readonly team: Team }) {
  const { email } = useAccount();
  const join = useMutation({
    mutationFn: () => client.teams.acceptInvitation.mutate({ id }),
    onSuccess: () => toast(copy.joined(name)),
    onError: toastError,
    meta,
  });
  const decline = useMutation({
    mutationFn: () => client.teams.removeMember.mutate({ id, email }),
    onSuccess: () => toast(copy.declined(name)),
    onError: toastError,
    meta,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
      <p className="min-w-48 flex-1">{copy.invitedTo(<b key="team">{name}</b>, role)}</p>
      <div className="flex gap-2">
        <Button
          variant="primary"
          busy={join.isPending}
          aria-label={copy.joinNamed(name)}
          onClick={() => join.mutate()}
        >
          {copy.join}
        </Button>
        <Button
          busy={decline.isPending}
          aria-label={copy.declineNamed(name)}
          onClick={() => decline.mutate()}
        >
          {copy.decline}
        </Button>
      </div>
    </div>
  );
}
