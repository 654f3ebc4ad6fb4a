import { roleCan } from '@magpie/contract/roles';
import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { client } from '../../../lib/api/client.ts';
import type { Team } from '../../../lib/api/types.ts';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { Section } from '../../../ui/Page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.team;

/** Leaving removes access to boards, products and images everywhere. */
const meta = { invalidates: [{}] };

export function LeaveTeam({ team }: { readonly team: Team }) {
  const { userId } = useAccount();
  const { id, name, role } = team;
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
        <ConfirmButton
          label={copy.leaveTeam}
          variant="plain"
          title={copy.leaveTitle(name)}
          action={copy.leaveTeam}
          onConfirm={() => leave.mutateAsync()}
        >
          {copy.leaveText}
        </ConfirmButton>
        {roleCan(role, 'deleteTeam') && (
          <ConfirmButton
            label={copy.deleteTeam}
            title={copy.deleteTitle(name)}
            action={copy.deleteTeam}
            onConfirm={() => remove.mutateAsync()}
          >
            {copy.deleteText}
          </ConfirmButton>
        )}
      </div>
    </Section>
  );
}
