import { roleCan } from '@magpie/contract/roles';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { client } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Section } from '../../../ui/Page.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Leaving removes access to boards, products and images everywhere. */
const meta = { invalidates: [{}] };

export function LeaveTeam({ team }: { readonly team: Team }) {
  const { userId } = useAccount();
  const [dialog, setDialog] = useState<'leave' | 'delete' | null>(null);
  const { id, name, role } = team;
  const close = (): void => setDialog(null);
  const leave = useMutation({
    mutationFn: () => client.teams.removeMember.mutate({ id, userId }),
    onSuccess: () => toast(`You left ${name}`),
    meta,
  });
  const remove = useMutation({
    mutationFn: () => client.teams.delete.mutate({ id }),
    onSuccess: () => toast(`Deleted ${name}`),
    meta,
  });
  return (
    <Section title={`Leave ${name}`}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setDialog('leave')}>Leave team</Button>
        {roleCan(role, 'deleteTeam') && (
          <Button variant="bad" onClick={() => setDialog('delete')}>
            Delete team
          </Button>
        )}
      </div>
      <Confirm
        open={dialog === 'leave'}
        onOpenChange={close}
        title={`Leave ${name}?`}
        action="Leave team"
        onConfirm={() => leave.mutateAsync()}
      >
        You lose access to the team. What you created there stays. To come back, you need a new invitation.
      </Confirm>
      <Confirm
        open={dialog === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}?`}
        action="Delete team"
        onConfirm={() => remove.mutateAsync()}
      >
        Its boards, products and images go to the people who created them. This cannot be undone.
      </Confirm>
    </Section>
  );
}
