import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client, queryClient } from '../../../api/client.ts';
import type { Member, Team } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { Chip } from '../../../parts/Chip.tsx';
import { Confirm } from '../../../parts/Confirm.tsx';
import { Select } from '../../../parts/fields.tsx';
import { tell, tellError } from '../../../parts/toast.tsx';
import { formatDay } from '../../../words/format.ts';
import { readable } from '../../../words/labels.ts';
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
          {isSelf && <Chip look="accent">You</Chip>}
          {isInvited && <Chip look="warn">Invited</Chip>}
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
            <span className="text-quiet">{readable(role)}</span>
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
    onSuccess: ({ role }) => tell(`${name ?? email} is ${readable(role).toLowerCase()} now.`),
    onError: tellError,
    onSettled: () => queryClient.invalidateQueries(api.teams.pathFilter()),
  });
  return (
    <Select
      label={`Role of ${name ?? email}`}
      bare
      value={change.isPending ? change.variables : member.role}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.value as Member['role']);
      }}
    >
      {manageableBy(team.role).map((role) => (
        <option key={role} value={role}>
          {readable(role)}
        </option>
      ))}
    </Select>
  );
}

/** Invites again, for whom the first link did not reach: it is stored as a digest and cannot be shown again. */
function NewLink({ team, member: { email } }: Omit<MemberRowProps, 'isSelf'>) {
  const invite = useMutation({
    mutationFn: () => client.teams.inviteByEmail.mutate({ id: team.id, email }),
    onError: tellError,
    onSettled: () => queryClient.invalidateQueries(api.teams.pathFilter()),
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
          copyLabel="Copy the link"
          onClose={invite.reset}
        >
          It works once, within seven days, for somebody with this address. Earlier links no longer work.
        </Secret>
      )}
    </>
  );
}

function Remove({ team, member }: Omit<MemberRowProps, 'isSelf'>) {
  const [isAsked, setIsAsked] = useState(false);
  const { email, userId, status, name } = member;
  const who = name ?? email;
  const isInvited = status === 'invited';
  const remove = async (): Promise<void> => {
    const whom = userId === null ? { email } : { userId };
    await client.teams.removeMember.mutate({ id: team.id, ...whom });
    await queryClient.invalidateQueries(api.teams.pathFilter());
    tell(isInvited ? `The invitation of ${who} is taken back.` : `${who} is removed from ${team.name}.`);
  };
  return (
    <>
      <Button look="bad" aria-label={`Remove ${who}`} onClick={() => setIsAsked(true)}>
        Remove
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={setIsAsked}
        title={isInvited ? `Take back the invitation of ${who}?` : `Remove ${who} from ${team.name}?`}
        action={isInvited ? 'Take it back' : 'Remove them'}
        onConfirm={remove}
      >
        {isInvited
          ? 'The link that was sent does not work any more. You can invite them again.'
          : 'From now on they see nothing of the team. What they made there stays.'}
      </Confirm>
    </>
  );
}
