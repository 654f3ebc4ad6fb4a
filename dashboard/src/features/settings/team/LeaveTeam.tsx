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
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.team;

/** Leaving removes access to boards, products and images everywhere. */
const meta = { invalidates: [{}] };

export function LeaveTeam({ team }: { readonly team: Team }) {
  const { userId } = useAccount();
  const [dialog, setDialog] = useState<'leave' | 'delete' | null>(null);
  const { id, name, role } = team;
  const close = (): void => setDialog(null);
  const leave = useMutation({
    mutationFn: () => client.teams.removeMember.mutate({ id, userId }),
    onSuccess: () => toast(copy.youLeft(name)),
    meta,
  });
  const remove = useMutation({
    mutationFn: () => client.teams.delete.mutate({ id }),
    onSuccess: () => toast(copy.deleted(name)),
    meta,
  });
  return (
    <Section title={copy.leaveNamed(name)}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setDialog('leave')}>{copy.leaveTeam}</Button>
        {roleCan(role, 'deleteTeam') && (
          <Button variant="bad" onClick={() => setDialog('delete')}>
            {copy.deleteTeam}
          </Button>
        )}
      </div>
      <Confirm
        open={dialog === 'leave'}
        onOpenChange={close}
        title={copy.leaveTitle(name)}
        action={copy.leaveTeam}
        onConfirm={() => leave.mutateAsync()}
      >
        {copy.leaveText}
      </Confirm>
      <Confirm
        open={dialog === 'delete'}
        onOpenChange={close}
        title={copy.deleteTitle(name)}
        action={copy.deleteTeam}
        onConfirm={() => remove.mutateAsync()}
      >
        {copy.deleteText}
      </Confirm>
    </Section>
  );
}
