import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { Member, Team } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Select } from '../../../ui/fields.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { formatDay } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';
import { Row } from '../Rows.tsx';
import { Secret } from '../Secret.tsx';
import { manageableBy } from './roles.ts';

interface MemberRowProps {
  readonly team: Team;
  readonly member: Member;
  readonly isSelf: boolean;
}

export function MemberRow({ team, member, isSelf }: MemberRowProps) {
  const { name, email, role, status, invitedAt, joinedAt } = member;
  const isManaged = !isSelf && manageableBy(team.role).includes(role);
  const isInvited = status === 'invited';
  const since = isInvited ? invitedAt : joinedAt;
  return (
    <Row
      title={name ?? email}
      marks={
        <>
          {isSelf && <Chip variant="accent">You</Chip>}
          {isInvited && <Chip variant="warn">Invited</Chip>}
        </>
      }
      about={[
        ...(name === null ? [] : [email]),
        ...(since === null ? [] : [`${isInvited ? 'invited' : 'joined'} ${formatDay(since)}`]),
      ].join(' · ')}
      actions={
        <>
          {isManaged && !isInvited ? (
            <RoleSelect team={team} member={member} />
          ) : (
            <span className="text-quiet">{humanize(role)}</span>
          )}
          {isManaged && isInvited && <NewLink team={team} member={member} />}
          {isManaged && <Remove team={team} member={member} />}
        </>
      }
    />
  );
}

function RoleSelect({ team, member }: Omit<MemberRowProps, 'isSelf'>) {
  const { userId, email, name } = member;
  const change = useMutation({
    mutationFn: (role: Member['role']) =>
      client.teams.setRole.mutate({ id: team.id, userId: userId ?? '', role }),
    onSuccess: ({ role }) => toast(`${name ?? email}’s role is now ${role}`),
    onError: toastError,
    meta: { invalidates: [api.teams.pathFilter()] },
  });
  return (
    <Select
      label={`Role of ${name ?? email}`}
      hideLabel
      value={change.isPending ? change.variables : member.role}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.value as Member['role']);
      }}
    >
      {manageableBy(team.role).map((role) => (
        <option key={role} value={role}>
          {humanize(role)}
        </option>
      ))}
    </Select>
  );
}

/** Creates a new invitation link; the first one is stored as a digest and cannot be shown again. */
function NewLink({ team, member: { email } }: Omit<MemberRowProps, 'isSelf'>) {
  const invite = useMutation({
    mutationFn: () => client.teams.inviteByEmail.mutate({ id: team.id, email }),
    onError: toastError,
    meta: { invalidates: [api.teams.pathFilter()] },
  });
  const link = invite.data?.invitationUrl ?? null;
  return (
    <>
      <Button busy={invite.isPending} aria-label={`New link for ${email}`} onClick={() => invite.mutate()}>
        New link
      </Button>
      {link !== null && (
        <Secret
          title={`Invitation link for ${email}`}
          secret={link}
          copyLabel="Copy link"
          onClose={invite.reset}
        >
          It works once, within seven days, for this email only. Earlier links no longer work.
        </Secret>
      )}
    </>
  );
}

function Remove({ team, member }: Omit<MemberRowProps, 'isSelf'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { email, userId, status, name } = member;
  const who = name ?? email;
  const isInvited = status === 'invited';
  const remove = useMutation({
    mutationFn: () =>
      client.teams.removeMember.mutate({ id: team.id, ...(userId === null ? { email } : { userId }) }),
    onSuccess: () =>
      toast(isInvited ? `Revoked the invitation of ${who}` : `Removed ${who} from ${team.name}`),
    meta: { invalidates: [api.teams.pathFilter()] },
  });
  return (
    <>
      <Button variant="bad" aria-label={`Remove ${who}`} onClick={() => setIsOpen(true)}>
        Remove
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title={isInvited ? `Revoke the invitation of ${who}?` : `Remove ${who} from ${team.name}?`}
        action={isInvited ? 'Revoke invitation' : 'Remove member'}
        onConfirm={() => remove.mutateAsync()}
      >
        {isInvited
          ? 'The link stops working. You can invite them again.'
          : 'They lose access to the team. What they created there stays.'}
      </Confirm>
    </>
  );
}
